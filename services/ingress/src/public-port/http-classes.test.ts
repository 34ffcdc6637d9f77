import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type Response } from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { httpClassesOf } from './http-classes.ts';

test('requests and answers are born with the prototypes that Express gives them, and can all that those of Express can', async () => {
  const app = express();
  let born: readonly object[] = [];
  let served: [Request, Response] | undefined;
  app.get('/kinds/:kind', (request, response) => {
    served = [request, response];
    response.status(201).json({ kind: request.params.kind, of: request.query.of, by: request.get('x-by') });
  });
  const server = createServer(httpClassesOf(app));
  server.on('request', (...exchange) => {
    born = exchange.map((one) => Object.getPrototypeOf(one));
    app(...exchange);
  });
  const answer = await supertest(server).get('/kinds/a?of=b').set('x-by', 'c');
  expect([answer.status, answer.body]).toEqual([201, { kind: 'a', of: 'b', by: 'c' }]);
  expect(served?.map((one) => Object.getPrototypeOf(one))).toEqual(born);
  expect(born).toEqual([app.request, app.response]);
  expect(served?.[0]).toBeInstanceOf(IncomingMessage);
  expect(served?.[1]).toBeInstanceOf(ServerResponse);
  expect(served?.[0].app).toBe(app);
  expect(Object.keys(express.request)).not.toContain('app');
});
