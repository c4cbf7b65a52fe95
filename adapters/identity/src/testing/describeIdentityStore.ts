/** What every store of identity keeps, as tests: run by the folder and by a server alike. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IdentityRows, IdentityStore } from '../store/identityStore.ts'

export interface StoreUnderTest {
  /** On what was kept before, if anything was. */
  open(): Promise<IdentityStore>
  remove(): Promise<void>
}

const bytes = (n: number, length = 32): Uint8Array => new Uint8Array(length).fill(n)
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      each instanceof Uint8Array || (each as { type?: string } | null)?.type === 'Buffer'
        ? Buffer.from((each as { data?: number[] }).data ?? (each as Uint8Array)).toString('hex')
        : each,
    ),
  )
const user = (userId: string, n: number) => ({
  userId,
  wrappedKey: bytes(n, 60),
  createdMs: 1_800_000_000_000 + n,
})
const session = (sessionId: string, userId: string) => ({
  sessionId,
  userId,
  count: 0,
  renewedMs: 1,
  createdMs: 1,
  expiresMs: 1_900_000_000_000,
  sealed: bytes(3, 40),
})

export const describeIdentityStore = (name: string, start: () => Promise<StoreUnderTest>) =>
  describe(`a store of identity: ${name}`, () => {
    let there: StoreUnderTest
    let store: IdentityStore
    const within = <T>(work: (rows: IdentityRows) => Promise<T>): Promise<T> => store.transaction(work)
    beforeAll(async () => {
      there = await start()
      store = await there.open()
    })
    afterAll(async () => {
      await store.close()
      await there.remove()
    })

    it('gives back what it was given, and nothing where there is nothing', async () => {
      const identifier = {
        lookup: bytes(1),
        userId: 'u1',
        kind: 'email' as const,
        sealed: bytes(2, 50),
        createdMs: 5,
      }
      const wallet = {
        userId: 'u1',
        generation: 1,
        evmLookup: bytes(4),
        solanaLookup: bytes(5),
        sealed: bytes(6, 900),
      }
      await within(async (rows) => {
        await rows.addUser(user('u1', 1))
        await rows.addIdentifier(identifier)
        await rows.addSession(session('s1', 'u1'))
        expect(await rows.putWallet(wallet)).toBe(true)
      })
      await within(async (rows) => {
        expect(plain(await rows.user('u1'))).toEqual(plain(user('u1', 1)))
        expect(plain(await rows.identifier(bytes(1)))).toEqual(plain(identifier))
        expect(plain(await rows.identifiersOf('u1'))).toEqual([plain(identifier)])
        expect(plain(await rows.session('s1'))).toEqual(plain(session('s1', 'u1')))
        expect(plain(await rows.wallet('u1'))).toEqual(plain(wallet))
        for (const lookup of [wallet.evmLookup, wallet.solanaLookup])
          expect(plain(await rows.walletOf(lookup))).toEqual(plain(wallet))
        expect(await rows.walletOf(bytes(99))).toBeUndefined()
        expect(await rows.user('none')).toBeUndefined()
        expect(await rows.identifier(bytes(99))).toBeUndefined()
        expect(await rows.session('none')).toBeUndefined()
        expect(await rows.wallet('none')).toBeUndefined()
        expect(await rows.challenge('none')).toBeUndefined()
        expect(await rows.takeRequest(bytes(99))).toBeUndefined()
        expect(await rows.lastChallengeMs(bytes(99), false)).toBeUndefined()
      })
    })

    it('a transaction that throws has done nothing', async () => {
      const failed = within(async (rows) => {
        await rows.addUser(user('u2', 2))
        throw new Error('broken off')
      })
      await expect(failed).rejects.toThrow('broken off')
      expect(await within((rows) => rows.user('u2'))).toBeUndefined()
      await within((rows) => rows.addUser(user('u2', 2)))
    })

    it('transactions at once are as if one came after the other', async () => {
      await within((rows) => rows.addUser(user('u3', 3)))
      await within((rows) => rows.addSession(session('s3', 'u3')))
      await Promise.all(
        Array.from({ length: 6 }, () =>
          within(async (rows) => {
            const { count } = (await rows.session('s3'))!
            await rows.renewSession('s3', { count: count + 1, renewedMs: 2, expiresMs: 3, sealed: bytes(1) })
          }),
        ),
      )
      expect((await within((rows) => rows.session('s3')))!.count).toBe(6)
    })

    it('challenges: the newest time, tries, and the end of those of one address and kind of browser', async () => {
      const challenge = (challengeId: string, lookup: number, isKnownDevice: boolean, createdMs: number) => ({
        challengeId,
        lookup: bytes(lookup),
        isKnownDevice,
        codeMac: bytes(9),
        createdMs,
        expiresMs: createdMs + 600_000,
        tries: 0,
        isEnded: false,
        pending: bytes(7),
      })
      await within(async (rows) => {
        await rows.addChallenge(challenge('c1', 20, false, 1_000))
        await rows.addChallenge(challenge('c2', 20, true, 2_000))
        await rows.addChallenge({ ...challenge('c3', 21, false, 3_000), pending: bytes(8, 70) })
        await rows.noteTry('c1', false)
        await rows.endChallenges(bytes(20), true)
      })
      await within(async (rows) => {
        expect(await rows.challenge('c1')).toMatchObject({ tries: 1, isEnded: false })
        expect(await rows.challenge('c2')).toMatchObject({ tries: 0, isEnded: true })
        expect(plain(await rows.challenge('c3'))).toMatchObject({ pending: '08'.repeat(70) })
        expect(await rows.lastChallengeMs(bytes(20), false)).toBe(1_000)
        expect(await rows.lastChallengeMs(bytes(20), true)).toBe(2_000)
      })
    })

    it('a request of a provider is found once', async () => {
      const request = { stateHash: bytes(30), sealed: bytes(31, 80), expiresMs: 7 }
      await within((rows) => rows.addRequest(request))
      const taken = await Promise.all([1, 2].map(() => within((rows) => rows.takeRequest(bytes(30)))))
      expect(taken.filter((each) => each !== undefined).map(plain)).toEqual([plain(request)])
    })

    it("an address is one user's, and a session ends once", async () => {
      await within((rows) => rows.addUser(user('u4', 4)))
      const taken = {
        userId: 'u4',
        generation: 1,
        evmLookup: bytes(4),
        solanaLookup: bytes(44),
        sealed: bytes(1),
      }
      expect(await within((rows) => rows.putWallet(taken))).toBe(false)
      expect(
        await within((rows) => rows.putWallet({ ...taken, evmLookup: bytes(45), solanaLookup: bytes(5) })),
      ).toBe(false)
      expect(await within((rows) => rows.endSession('s1', 9))).toBe(true)
      expect(await within((rows) => rows.endSession('s1', 10))).toBe(false)
      expect((await within((rows) => rows.session('s1')))!.endedMs).toBe(9)
    })

    it('passkeys: by their id and by their user, used and removed', async () => {
      const passkey = (lookup: number, userId: string, createdMs: number) => ({
        lookup: bytes(lookup),
        userId,
        counter: 0,
        createdMs,
        sealed: bytes(lookup, 90),
      })
      const [second, first, other] = [passkey(60, 'u1', 2), passkey(61, 'u1', 1), passkey(62, 'u2', 1)]
      const used = { counter: 4_000_000_000, sealed: bytes(64, 95) }
      await within(async (rows) => {
        for (const row of [second, first, other]) await rows.addPasskey(row)
        expect(plain(await rows.passkeysOf('u1'))).toEqual([first, second].map(plain))
        await rows.usePasskey(second.lookup, used)
        await rows.removePasskey(first.lookup)
      })
      await within(async (rows) => {
        expect(plain(await rows.passkey(second.lookup))).toEqual(plain({ ...second, ...used }))
        expect(plain(await rows.passkey(other.lookup))).toEqual(plain(other))
        expect(await rows.passkey(first.lookup)).toBeUndefined()
      })
      await expect(within((rows) => rows.addPasskey({ ...second, userId: 'u2' }))).rejects.toThrow()
    })

    it('devices: by their user, the one used last first; who else was there; forgotten when they were not used since', async () => {
      const [home, work, lone] = [bytes(70), bytes(71), bytes(72)]
      const seen = (userId: string, lookup: Uint8Array, nowMs: number) =>
        within((rows) => rows.noteDevice({ lookup, userId }, nowMs))
      await seen('u1', home, 10)
      await seen('u1', work, 20)
      await seen('u1', home, 30)
      await seen('u2', home, 40)
      await seen('u2', work, 5)
      await seen('u3', work, 50)
      await seen('u4', lone, 60)
      await within(async (rows) => {
        expect(plain(await rows.devicesOf('u1'))).toEqual([
          plain({ lookup: home, userId: 'u1', firstMs: 10, lastMs: 30 }),
          plain({ lookup: work, userId: 'u1', firstMs: 20, lastMs: 20 }),
        ])
        expect(await rows.usersOnDevicesOf('u1', 9)).toEqual(['u3', 'u2'])
        expect(await rows.usersOnDevicesOf('u1', 1)).toEqual(['u3'])
        expect(await rows.usersOnDevicesOf('u4', 9)).toEqual([])
        await rows.removeDevice({ lookup: work, userId: 'u3' })
        expect(await rows.usersOnDevicesOf('u1', 9)).toEqual(['u2'])
        await rows.forgetDevices(40)
        expect(await rows.devicesOf('u1')).toEqual([])
        expect((await rows.devicesOf('u2')).map(({ lastMs }) => lastMs)).toEqual([40])
      })
      await seen('u1', home, 70)
    })

    it('counts by the hour', async () => {
      const HOUR_MS = 3_600_000
      const count = { scope: 'failures', key: bytes(50) }
      for (const hour of [10, 10, 11, 40]) await within((rows) => rows.count([count], hour * HOUR_MS + 5))
      const counted = (sinceMs: number) => within((rows) => rows.counted(count, sinceMs))
      expect([await counted(10 * HOUR_MS), await counted(11 * HOUR_MS), await counted(41 * HOUR_MS)]).toEqual(
        [4, 2, 0],
      )
      await within((rows) => rows.forget(11 * HOUR_MS))
      expect(await counted(0)).toBe(2)
    })

    it('a removed user leaves no row of any kind', async () => {
      await within((rows) => rows.removeUser('u1'))
      await within(async (rows) => {
        expect(await rows.user('u1')).toBeUndefined()
        expect(await rows.identifier(bytes(1))).toBeUndefined()
        expect(await rows.session('s1')).toBeUndefined()
        expect(await rows.wallet('u1')).toBeUndefined()
        expect(await rows.passkeysOf('u1')).toEqual([])
        expect(await rows.devicesOf('u1')).toEqual([])
        expect(await rows.usersOnDevicesOf('u2', 9)).toEqual([])
      })
    })

    it('opened anew it has what it had', async () => {
      await store.close()
      store = await there.open()
      expect(plain(await within((rows) => rows.user('u2')))).toEqual(plain(user('u2', 2)))
    })
  })
