import type { Route } from '../routes.ts';
import type { Manner } from './manner.ts';
import { contentRoute, createRoute, queryRoute } from './tasks.ts';

const manners: Manner[] = ['unified', 'reference'];

/** What other gateways serve below `/v1/`, here below `/gateways/{manner}/v1/`. */
export const gatewayRoutes: Record<string, Route> = Object.fromEntries(
  manners.flatMap((manner): [string, Route][] => [
    [`POST /gateways/${manner}/v1/video/generations`, createRoute(manner, 'record')],
    [`GET /gateways/${manner}/v1/video/generations/*`, queryRoute(manner, 'record')],
    [`POST /gateways/${manner}/v1/videos`, createRoute(manner, 'object')],
    [`GET /gateways/${manner}/v1/videos/*`, queryRoute(manner, 'object')],
    [`GET /gateways/${manner}/v1/videos/*/content`, contentRoute(manner)],
    [`HEAD /gateways/${manner}/v1/videos/*/content`, contentRoute(manner)],
  ]),
);
