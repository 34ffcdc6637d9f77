import { afterEach, describe, expect, test, vi } from 'vitest';
import { mayChange, removeSecondFactors } from './users.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const [user, admin, root] = [{ role: 1 }, { role: 10 }, { role: 100 }];

test('administrators change users, and root changes everybody', () => {
  expect([user, admin, root].map((other) => mayChange(admin, other))).toEqual([true, false, false]);
  expect([user, admin, root].map((other) => mayChange(root, other))).toEqual([true, true, true]);
});

describe('passkeys and codes are taken away', () => {
  /** An API that refuses what somebody does not have; gives what was asked of it. */
  function answerFor(refused: readonly string[]): string[] {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
      asked.push(`${method} ${path}`);
      const isRefused = refused.some((part) => path.endsWith(part));
      return Response.json({ success: !isRefused, message: isRefused ? 'There is none.' : '' });
    });
    return asked;
  }

  const both = ['DELETE /api/user/7/reset_passkey', 'DELETE /api/user/7/2fa'];

  test.each([[[]], [['2fa']], [['reset_passkey']]])('from who lacks %j', async (lacked) => {
    const asked = answerFor(lacked);
    await removeSecondFactors(7);
    expect(asked).toEqual(both);
  });

  test('and from who has neither, nothing: that is said', async () => {
    answerFor(['2fa', 'reset_passkey']);
    await expect(removeSecondFactors(7)).rejects.toMatchObject({
      kind: 'refused',
      message: 'There is none.',
    });
  });

  test('but not when nobody can say whether they were', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ success: false, message: '' }, { status: 503 }));
    await expect(removeSecondFactors(7)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
