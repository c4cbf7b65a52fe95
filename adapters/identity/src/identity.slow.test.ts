/** Who gets in, who does not, and what a thief has of each thing alone. */
import { createHash } from 'node:crypto'
import {
  ACCESS_TOKEN_VALID_S,
  CODE_RESEND_MS,
  CODE_TRIES,
  CODE_VALID_MS,
  shareChecksumInput,
  TOKEN_AUDIENCES,
  REFUSAL,
} from '@vest/protocol'
import { isIdentityRefusal, type IdentityCaller } from '@vest/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIdentityKeys } from './keys/identityKeys.ts'
import {
  DAY_MS,
  FAILURES_PER_ADDRESS,
  LETTERS_PER_PERSON,
  MAILS_PER_ADDRESS,
  REFRESH_GRACE_MS,
} from './limits.ts'
import {
  answered,
  ADDRESS,
  BROWSER,
  createIdentityWorld,
  SOLANA,
  walletPut,
  type IdentityWorld,
} from './testing/identityWorld.ts'

let world: IdentityWorld
let count = 0
const newEmail = (): string => `person${(count += 1)}@mail.example`
/** A network that no other test has used. */
const newNetwork = (): IdentityCaller => ({ ...BROWSER, address: `10.${(count += 1) >> 8}.${count & 255}.9` })

beforeAll(async () => {
  world = await createIdentityWorld()
})
beforeEach(() => {
  world.nowMs += 2 * DAY_MS
})
afterAll(async () => {
  await world.identity.stop()
})

const start = async (email: string, from = newNetwork(), deviceToken?: string) =>
  answered(
    await world.identity.startCode(
      { email, language: 'en', ...(deviceToken === undefined ? {} : { deviceToken }) },
      from,
    ),
  )
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('the store', () => {
  it('opens once, when the ways in are shown; one that did not open is told and opened at the first call', async () => {
    let [opened, troubles] = [0, 0]
    const identity = world.another({
      openStore: async () => {
        opened += 1
        if (opened === 1) throw new Error('the disk is full')
        return world.store
      },
      onTrouble: () => (troubles += 1),
    })
    identity.prepare()
    await expect.poll(() => [opened, troubles]).toEqual([1, 1])
    identity.prepare()
    identity.prepare()
    answered(await identity.startCode({ email: newEmail(), language: 'en' }, newNetwork()))
    expect([opened, troubles]).toEqual([2, 1])
  })
})

describe('codes', () => {
  it('[3.13] open the account of the address, whatever its case and blanks, and the same one again', async () => {
    const email = newEmail()
    const first = await world.signIn(email)
    expect(first.user).toMatchObject({ email, wallet: null, signInMethods: ['email'] })
    world.nowMs += 60_000
    const { challengeId } = await start(` ${email.toUpperCase()} `)
    const code = (await world.codeFor(email))!
    const again = answered(
      await world.identity.verifyCode(
        { challengeId, email, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` },
        BROWSER,
      ),
    )
    expect(again.user.userId).toBe(first.user.userId)
  })

  it('stand in the subject of a mail without a link, with time, network and browser', async () => {
    const email = newEmail()
    await start(email, { ...BROWSER, address: '203.0.113.77' })
    const code = await world.codeFor(email)
    const mail = world.mails.at(-1)!
    expect(mail.subject).toBe(`${code} is your Vest code`)
    expect(mail.text).toContain('203.0.113.0/24 (Chrome, Linux)')
    expect(mail.text).not.toMatch(/https?:/)
  })

  it('are good once, for ten minutes, and only with the challenge and address they were made for', async () => {
    const [mine, other] = [newEmail(), newEmail()]
    const { challengeId } = await start(mine)
    const code = (await world.codeFor(mine))!
    const elsewhere = await start(other)
    const tries = [
      { challengeId: elsewhere.challengeId, email: other, code },
      { challengeId, email: other, code },
      { challengeId: 'A'.repeat(32), email: mine, code },
    ]
    for (const wrong of tries)
      expect(await world.identity.verifyCode(wrong, newNetwork())).toMatchObject({
        refused: expect.toSatisfy((refused: number) => [1150, 1151].includes(refused)),
      })
    world.nowMs += CODE_VALID_MS - 1
    answered(await world.identity.verifyCode({ challengeId, email: mine, code }, newNetwork()))
    expect(await world.identity.verifyCode({ challengeId, email: mine, code }, newNetwork())).toEqual({
      refused: REFUSAL.CODE_ENDED,
    })
    const late = await start(mine)
    const lateCode = (await world.codeFor(mine))!
    world.nowMs += CODE_VALID_MS
    expect(
      await world.identity.verifyCode(
        { challengeId: late.challengeId, email: mine, code: lateCode },
        newNetwork(),
      ),
    ).toEqual({ refused: REFUSAL.CODE_ENDED })
  })

  it('the newest wins, and another mail takes a minute', async () => {
    const email = newEmail()
    const first = await start(email)
    const firstCode = (await world.codeFor(email))!
    world.nowMs += 59_000
    expect(await world.identity.startCode({ email, language: 'en' }, newNetwork())).toEqual({
      refused: REFUSAL.TOO_MANY_REQUESTS,
      retryAfterS: 1,
    })
    world.nowMs += 1_000
    await start(email)
    expect(
      await world.identity.verifyCode(
        { challengeId: first.challengeId, email, code: firstCode },
        newNetwork(),
      ),
    ).toEqual({ refused: REFUSAL.CODE_ENDED })
  })

  it('end with the fifth wrong try', async () => {
    const email = newEmail()
    const { challengeId } = await start(email)
    const code = (await world.codeFor(email))!
    const attempt = (text: string) =>
      world.identity.verifyCode({ challengeId, email, code: text }, newNetwork())
    for (let left = CODE_TRIES - 1; left > 0; left -= 1)
      expect(await attempt(wrongOf(code))).toEqual({ refused: REFUSAL.WRONG_CODE, triesLeft: left })
    expect(await attempt(wrongOf(code))).toEqual({ refused: REFUSAL.CODE_ENDED })
    expect(await attempt(code)).toEqual({ refused: REFUSAL.CODE_ENDED })
  })

  it('of tries at the same moment no more than five are judged', async () => {
    const email = newEmail()
    const { challengeId } = await start(email)
    const code = (await world.codeFor(email))!
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        world.identity.verifyCode({ challengeId, email, code: wrongOf(code) }, newNetwork()),
      ),
    )
    expect(answers.filter((answer) => isIdentityRefusal(answer) && answer.refused === 1150)).toHaveLength(4)
    expect(await world.identity.verifyCode({ challengeId, email, code }, newNetwork())).toEqual({
      refused: REFUSAL.CODE_ENDED,
    })
  })

  it('answers strangers alike: unknown, known and locked addresses, starts and tries', async () => {
    const [unknown, known, locked] = [newEmail(), newEmail(), newEmail()]
    await world.signIn(known, newNetwork())
    for (let round = 0; round * CODE_TRIES < FAILURES_PER_ADDRESS; round += 1) {
      world.nowMs += 60_000
      const { challengeId } = await start(locked)
      const code = (await world.codeFor(locked))!
      for (let tried = 0; tried < CODE_TRIES; tried += 1)
        await world.identity.verifyCode({ challengeId, email: locked, code: wrongOf(code) }, newNetwork())
    }
    world.nowMs += 60_000
    const mailsBefore = world.mails.length
    const shapes: unknown[] = []
    for (const email of [unknown, known, locked]) {
      const started = await start(email)
      const answer = await world.identity.verifyCode(
        { challengeId: started.challengeId, email, code: '000000' },
        newNetwork(),
      )
      shapes.push([
        { ...started, challengeId: started.challengeId.length },
        // One in a million is the right one.
        'refused' in answer ? answer : { refused: REFUSAL.WRONG_CODE, triesLeft: 4 },
      ])
    }
    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[2]).toEqual(shapes[0])
    await world.codeFor(locked)
    expect(world.mails.slice(mailsBefore).map(({ to }) => to)).toEqual([unknown, known])
  })

  it('asks the database the same whether an address is known or not', async () => {
    const known = newEmail()
    await world.signIn(known)
    world.nowMs += 60_000
    const asked = async (email: string): Promise<string[]> => {
      const statements: string[] = []
      const query = world.database.query.bind(world.database)
      world.database.query = ((sql: string, ...rest: []) => {
        statements.push(sql)
        return query(sql, ...rest)
      }) as typeof world.database.query
      const { challengeId } = await start(email)
      await world.identity.verifyCode({ challengeId, email, code: '000000' }, newNetwork())
      world.database.query = query
      return statements
    }
    const ofKnown = await asked(known)
    expect(ofKnown.length).toBeGreaterThan(10)
    expect(await asked(newEmail())).toEqual(ofKnown)
  })

  it('a brute force over ten addresses from a hundred networks is stopped, and the owner still gets in', async () => {
    const victims = Array.from({ length: 10 }, newEmail)
    const devices = new Map<string, string>()
    for (const email of victims) devices.set(email, (await world.signIn(email, newNetwork())).deviceToken)
    const networks = Array.from({ length: 100 }, newNetwork)
    let turn = 0
    const next = (): IdentityCaller => networks[(turn += 1) % networks.length]!
    /** Tries that a right code would have passed. */
    let judged = 0
    for (let round = 0; round < 8; round += 1) {
      world.nowMs += 60_000
      for (const email of victims) {
        const mailsBefore = world.mails.length
        const started = await world.identity.startCode({ email, language: 'en' }, next())
        if (isIdentityRefusal(started)) continue
        const code = (await world.codeFor(email)) ?? '000000'
        const isMailed = world.mails.length > mailsBefore
        for (let tried = 0; tried < CODE_TRIES; tried += 1) {
          const answer = await world.identity.verifyCode(
            { challengeId: started.challengeId, email, code: wrongOf(code) },
            next(),
          )
          expect(isIdentityRefusal(answer)).toBe(true)
          if (isMailed && isIdentityRefusal(answer) && answer.refused !== 1003) judged += 1
        }
      }
    }
    expect(judged).toBe(victims.length * FAILURES_PER_ADDRESS)
    for (const email of victims) {
      world.nowMs += 60_000
      const deviceToken = devices.get(email)!
      const { challengeId } = await start(email, newNetwork(), deviceToken)
      const code = (await world.codeFor(email))!
      answered(await world.identity.verifyCode({ challengeId, email, code, deviceToken }, newNetwork()))
    }
  })

  it('a locked address is open to its right code neither, until the day is over', async () => {
    const email = newEmail()
    for (let mailed = 0; mailed < MAILS_PER_ADDRESS; mailed += 1) {
      await start(email)
      world.nowMs += 60_000
    }
    await world.codeFor(email)
    const mailsBefore = world.mails.length
    await start(email)
    await world.codeFor(email)
    expect(world.mails).toHaveLength(mailsBefore)
    world.nowMs += DAY_MS + 3_600_000
    await start(email)
    await world.codeFor(email)
    expect(world.mails).toHaveLength(mailsBefore + 1)
  })

  it('the twentieth wrong try of a day shuts the code that is open, for its right digits too', async () => {
    const email = newEmail()
    let open = { challengeId: '', code: '' }
    for (let failed = 0; failed < FAILURES_PER_ADDRESS; failed += 1) {
      if (failed % (CODE_TRIES - 1) === 0) {
        world.nowMs += 60_000
        const { challengeId } = await start(email)
        open = { challengeId, code: (await world.codeFor(email))! }
      }
      const tried = { challengeId: open.challengeId, email, code: wrongOf(open.code) }
      expect(await world.identity.verifyCode(tried, newNetwork())).toMatchObject({
        refused: REFUSAL.WRONG_CODE,
      })
    }
    expect(await world.identity.verifyCode({ email, ...open }, newNetwork())).toEqual({
      refused: REFUSAL.CODE_ENDED,
    })
  })

  it('made-up challenges use up the day of no address', async () => {
    const email = newEmail()
    for (let tried = 0; tried <= FAILURES_PER_ADDRESS; tried += 1)
      await world.identity.verifyCode({ challengeId: 'C'.repeat(32), email, code: '123456' }, newNetwork())
    await world.signIn(email, newNetwork())
  })

  it('one network asks for sixty codes an hour and fails forty times, wherever it aims', async () => {
    const from = newNetwork()
    const neighbour = { ...from, address: from.address.replace(/9$/, '200') }
    for (let asked = 0; asked < 60; asked += 1) await start(newEmail(), asked % 2 === 0 ? from : neighbour)
    expect(await world.identity.startCode({ email: newEmail(), language: 'en' }, from)).toMatchObject({
      refused: REFUSAL.TOO_MANY_REQUESTS,
    })
    await start(newEmail())
    for (let tried = 0; tried < 40; tried += 1)
      expect(
        await world.identity.verifyCode(
          { challengeId: 'B'.repeat(32), email: newEmail(), code: '123456' },
          from,
        ),
      ).toEqual({ refused: REFUSAL.CODE_ENDED })
    expect(
      await world.identity.verifyCode(
        { challengeId: 'B'.repeat(32), email: newEmail(), code: '123456' },
        neighbour,
      ),
    ).toMatchObject({ refused: REFUSAL.TOO_MANY_REQUESTS })
  })

  it.each([
    '',
    'x',
    'no-at.example',
    'a@b',
    'a b@c.example',
    'a@-x.example',
    '"a"@c.example',
    'a@c.example\nBcc: d@e.example',
  ])('refuses %j, which is no address', async (email) => {
    expect(await world.identity.startCode({ email, language: 'en' }, BROWSER)).toMatchObject({
      refused: REFUSAL.INVALID_PARAMETER,
    })
  })
})

describe('sessions', () => {
  const refresh = (refreshToken: string) => world.identity.refresh({ refreshToken }, BROWSER)

  it('two tabs with the same refresh token get the same successor', async () => {
    const { refreshToken } = await world.signIn(newEmail())
    const [one, two] = (await Promise.all([refresh(refreshToken), refresh(refreshToken)])).map((answer) =>
      answered(answer),
    )
    expect(two!.refreshToken).toBe(one!.refreshToken)
    expect(one!.refreshToken).not.toBe(refreshToken)
    world.nowMs += REFRESH_GRACE_MS
    expect(answered(await refresh(refreshToken)).refreshToken).toBe(one!.refreshToken)
  })

  it('a refresh token that comes back later ends the session, and the person gets a mail', async () => {
    const email = newEmail()
    const first = await world.signIn(email)
    const second = answered(await refresh(first.refreshToken))
    world.nowMs += REFRESH_GRACE_MS + 1
    expect(await refresh(first.refreshToken)).toEqual({ refused: REFUSAL.UNAUTHORIZED })
    expect(await refresh(second.refreshToken)).toEqual({ refused: REFUSAL.UNAUTHORIZED })
    expect(await world.identity.signedIn(second.walletToken)).toBeUndefined()
    await world.codeFor(email)
    expect(world.mails.at(-1)).toMatchObject({
      to: email,
      subject: expect.stringContaining('ended') as string,
    })
  })

  it('one that was never given out ends nothing', async () => {
    const session = await world.signIn(newEmail())
    const [id, , mac] = session.refreshToken.split('.') as [string, string, string]
    for (const forged of [`${id}.1.${mac}`, `${id}.0.${'A'.repeat(43)}`, `${id}.7.${mac}`, 'nothing'])
      expect(await refresh(forged)).toEqual({ refused: REFUSAL.UNAUTHORIZED })
    answered(await refresh(session.refreshToken))
  })

  it('are listed, ended one by one, and all at once', async () => {
    const email = newEmail()
    const here = await world.signIn(email)
    world.nowMs += 60_000
    const there = await world.signIn(email, { address: '2001:db8:1:2:3::9', browser: 'curl/8' })
    const who = (await world.identity.signedIn(here.walletToken))!
    const { sessions } = answered(await world.identity.sessions(who))
    expect(sessions).toMatchObject([
      {
        sessionId: here.sessionId,
        isCurrent: true,
        network: '192.0.2.0/24',
        browser: 'Chrome, Linux',
        method: 'code',
      },
      { sessionId: there.sessionId, isCurrent: false, network: '2001:db8:1:2::/64', browser: 'curl/8' },
    ])
    await world.identity.endSession(who, there.sessionId)
    expect(await world.identity.signedIn(there.walletToken)).toBeUndefined()
    expect(await refresh(there.refreshToken)).toEqual({ refused: REFUSAL.UNAUTHORIZED })
    const stranger = (await world.identity.signedIn((await world.signIn(newEmail())).walletToken))!
    await world.identity.endSession(stranger, here.sessionId)
    expect(await world.identity.signedIn(here.walletToken)).toBeDefined()
    await world.identity.signOut(who, { everywhere: true })
    expect(await world.identity.signedIn(here.walletToken)).toBeUndefined()
  })

  it("an access token is over after ten minutes, and the page's opens no wallet", async () => {
    const { walletToken, exchangeToken } = await world.signIn(newEmail())
    expect(await world.identity.signedIn(exchangeToken)).toBeUndefined()
    expect(await world.identity.signedIn(walletToken)).toBeDefined()
    world.nowMs += ACCESS_TOKEN_VALID_S * 1_000
    expect(await world.identity.signedIn(walletToken)).toBeUndefined()
  })
})

const wayRecord = {
  method: 'file' as const,
  savedTimeMs: 1,
  publicKey: `0x${'05'.repeat(32)}`,
  mac: `0x${'06'.repeat(32)}`,
  ephemeralKey: `0x${'07'.repeat(32)}`,
  sealed: `0x${'01'.repeat(49)}`,
  nonce: `0x${'02'.repeat(12)}`,
}

describe('wallets', () => {
  const signedIn = async (email = newEmail()) => {
    const session = await world.signIn(email, newNetwork())
    return { session, who: (await world.identity.signedIn(session.walletToken))! }
  }
  const address = () => {
    count += 1
    return { evmAddress: `0x${count.toString(16).padStart(40, '0')}` }
  }
  /** A request with addresses of its own. */
  const putOf = async (generation: number, evm: string, solana: string) => {
    const { createHash } = await import('node:crypto')
    const { shareChecksumInput } = await import('@vest/protocol')
    const put = walletPut(generation)
    const record = { ...put.serverShare, evmAddress: evm }
    const checksum = `0x${createHash('sha256').update(shareChecksumInput(record)).digest('hex').slice(0, 16)}`
    return { ...put, solanaAddress: solana, serverShare: { ...record, checksum } }
  }
  const solana = (): string =>
    `${SOLANA.slice(0, -4)}${String((count += 1))
      .padStart(4, '1')
      .replaceAll('0', 'z')}`

  it('of two browsers that make one at once the first wins and the other loads it', async () => {
    const { who } = await signedIn()
    const [a, b] = [address().evmAddress, address().evmAddress]
    const [one, two] = await Promise.all([
      world.identity.putWallet(who, await putOf(1, a, solana()), BROWSER),
      world.identity.putWallet(who, await putOf(1, b, solana()), BROWSER),
    ])
    expect([one, two].filter((answer) => isIdentityRefusal(answer))).toEqual([
      { refused: REFUSAL.WALLET_CHANGED },
    ])
    const kept = answered(await world.identity.wallet(who))
    expect(kept.wallet.evmAddress).toBe(isIdentityRefusal(one) ? b : a)
    expect(kept.serverShare.generation).toBe(1)
  })

  it('a rotation is the next generation of the same addresses, with every recovery part renewed', async () => {
    const { who } = await signedIn()
    const [evm, sol] = [address().evmAddress, solana()]
    answered(await world.identity.putWallet(who, await putOf(1, evm, sol), BROWSER))
    const file = { ...wayRecord, generation: 2 }
    const next = { ...(await putOf(2, evm, sol)), recovery: [file] }
    expect(
      await world.identity.putWallet(who, { ...next, recovery: [{ ...file, generation: 1 }] }, BROWSER),
    ).toMatchObject({
      refused: REFUSAL.INVALID_PARAMETER,
    })
    expect(
      await world.identity.putWallet(who, await putOf(2, address().evmAddress, sol), BROWSER),
    ).toMatchObject({
      refused: REFUSAL.INVALID_PARAMETER,
    })
    expect(answered(await world.identity.putWallet(who, next, BROWSER)).wallet).toMatchObject({
      generation: 2,
      recoveryMethods: ['file'],
    })
    expect(await world.identity.putWallet(who, next, BROWSER)).toEqual({ refused: REFUSAL.WALLET_CHANGED })
    expect(answered(await world.identity.wallet(who)).serverShare).toEqual(next.serverShare)
  })

  describe('a new wallet in the place of an empty one', () => {
    /** `empty`: what the exchange says, one answer after the other, the last for ever. */
    async function lost(...empty: boolean[]) {
      world.identity.askHoldings(async () => (empty.length > 1 ? empty.shift()! : empty[0]!))
      const email = newEmail()
      const { who } = await signedIn(email)
      const [evm, sol] = [address().evmAddress, solana()]
      const former = await putOf(1, evm, sol)
      answered(await world.identity.putWallet(who, former, BROWSER))
      world.nowMs += CODE_RESEND_MS
      const { challengeId } = answered(await world.identity.startCode({ email, language: 'en' }, BROWSER))
      const code = (await world.codeFor(email))!
      const next = await putOf(2, address().evmAddress, solana())
      const renew = (over: object = {}) =>
        world.identity.renewWallet(
          who,
          { ...next, confirm: { by: 'code', challengeId, code }, ...over },
          BROWSER,
        )
      return { who, email, former, next, renew, code, challengeId }
    }

    it('takes it with a fresh code; the former parts and addresses are gone, and a letter says so', async () => {
      const { who, email, former, next, renew } = await lost(true)
      expect(answered(await world.identity.renewal(who))).toEqual({ isOpen: true })
      expect(answered(await renew()).wallet.evmAddress).toBe(next.serverShare.evmAddress)
      expect(answered(await world.identity.wallet(who)).serverShare).toEqual(next.serverShare)
      expect(await world.identity.putWallet(who, former, BROWSER)).toEqual({
        refused: REFUSAL.WALLET_CHANGED,
      })
      await world.codeFor(email)
      expect(world.mails.findLast(({ to }) => to === email)!.subject).toBe(
        'Your Vest wallet was replaced by a new one',
      )
      // It has no owner now: another person may have it.
      const { who: other } = await signedIn()
      answered(
        await world.identity.putWallet(
          other,
          await putOf(1, former.serverShare.evmAddress, former.solanaAddress),
          BROWSER,
        ),
      )
    })

    it('is refused where something lies there, at the question and at the last moment', async () => {
      const full = await lost(false)
      expect(answered(await world.identity.renewal(full.who))).toEqual({ isOpen: false })
      expect(await full.renew()).toEqual({ refused: REFUSAL.WALLET_NOT_EMPTY })
      const late = await lost(true, false)
      expect(answered(await world.identity.renewal(late.who))).toEqual({ isOpen: true })
      expect(await late.renew()).toEqual({ refused: REFUSAL.WALLET_NOT_EMPTY })
      expect(answered(await world.identity.wallet(late.who)).serverShare).toEqual(late.former.serverShare)
    })

    it('[T5] is nothing that a stolen session can do, nor a way to change one address alone', async () => {
      const { who, former, code, challengeId, renew } = await lost(true)
      const wrong = code === '000000' ? '000001' : '000000'
      expect(await renew({ confirm: { by: 'code', challengeId, code: wrong } })).toMatchObject({
        refused: REFUSAL.WRONG_CODE,
      })
      const half = await putOf(2, former.serverShare.evmAddress, solana())
      expect(await renew({ serverShare: half.serverShare })).toMatchObject({
        refused: REFUSAL.INVALID_PARAMETER,
      })
      expect(answered(await world.identity.wallet(who)).serverShare).toEqual(former.serverShare)
      const { who: newcomer } = await signedIn()
      expect(await world.identity.renewal(newcomer)).toEqual({ refused: REFUSAL.ACCOUNT_NOT_FOUND })
    })
  })

  it('an address belongs to one user, whichever user comes later', async () => {
    const [{ who: first }, { who: second }] = [await signedIn(), await signedIn()]
    const evm = address().evmAddress
    answered(await world.identity.putWallet(first, await putOf(1, evm, solana()), BROWSER))
    expect(await world.identity.putWallet(second, await putOf(1, evm, solana()), BROWSER)).toMatchObject({
      refused: REFUSAL.INVALID_PARAMETER,
    })
  })

  it('a damaged part, and a generation that does not follow, are not kept', async () => {
    const { who } = await signedIn()
    const put = await putOf(1, address().evmAddress, solana())
    const damaged = { ...put, serverShare: { ...put.serverShare, checksum: `0x${'00'.repeat(8)}` } }
    expect(await world.identity.putWallet(who, damaged, BROWSER)).toMatchObject({
      refused: REFUSAL.INVALID_PARAMETER,
    })
    expect(await world.identity.putWallet(who, { ...put, expectedGeneration: 3 }, BROWSER)).toMatchObject({
      refused: REFUSAL.INVALID_PARAMETER,
    })
    expect(await world.identity.wallet(who)).toEqual({ refused: REFUSAL.ACCOUNT_NOT_FOUND })
  })

  it('letters go to the owner of an address, in the language of their last sign-in, and so many of a kind in a day', async () => {
    const other = walletPut(1)
    const evmAddress = `0x${'cd'.repeat(20)}`
    const record = { ...other.serverShare, evmAddress }
    const checksum = `0x${createHash('sha256').update(shareChecksumInput(record)).digest('hex').slice(0, 16)}`
    const email = newEmail()
    const { walletToken } = await world.signIn(email)
    const who = (await world.identity.signedIn(walletToken))!
    const solanaAddress = `${SOLANA.slice(0, -1)}w`
    answered(
      await world.identity.putWallet(
        who,
        {
          ...other,
          serverShare: { ...record, checksum },
          solanaAddress,
        },
        BROWSER,
      ),
    )
    const told = async (address: string) => {
      const before = world.mails.length
      const withdrawal = { size: '25.000000', recipient: '0x99', chain: 'Arbitrum' }
      await world.identity.tell(address, { kind: 'withdrawal', ...withdrawal }, { address: '203.0.113.9' })
      await world.codeFor(email)
      return world.mails.slice(before)
    }
    expect(await told(`0x${'99'.repeat(20)}`)).toEqual([])
    const [english] = await told(evmAddress)
    expect(english).toMatchObject({ to: email, subject: 'Withdrawal of 25.00 USDC from Vest' })
    expect(english!.text).toContain('to 0x99 on Arbitrum')
    expect(english!.text).toContain('203.0.113.0/24')
    expect(english!.text).not.toMatch(/https?:/)
    world.nowMs += 60_000
    const { challengeId } = answered(await world.identity.startCode({ email, language: 'zh' }, BROWSER))
    const code = (await world.codeFor(email))!
    answered(await world.identity.verifyCode({ challengeId, email, code }, BROWSER))
    expect((await told(solanaAddress))[0]!.subject).toBe('从 Vest 提现 25.00 USDC')
    for (let sent = 2; sent < LETTERS_PER_PERSON; sent += 1) expect(await told(evmAddress)).toHaveLength(1)
    expect(await told(evmAddress)).toEqual([])
  })

  it('[3.13] [6.7] the exchange learns whose an address is by the token of its own audience alone', async () => {
    const { session, who } = await signedIn()
    const { email } = session.user
    const [evm, sol] = [address().evmAddress, solana()]
    answered(await world.identity.putWallet(who, await putOf(1, evm, sol), BROWSER))
    const { exchangeToken, walletToken } = session
    expect(await world.identity.ownerOf(exchangeToken, evm)).toEqual({ email })
    expect(await world.identity.ownerOf(exchangeToken, sol)).toEqual({ email })
    expect(await world.identity.ownerOf(exchangeToken, ADDRESS)).toBeUndefined()
    expect(await world.identity.ownerOf(walletToken, evm)).toBeUndefined()
    const { session: other } = await signedIn()
    expect(await world.identity.ownerOf(other.exchangeToken, evm)).toBeUndefined()
    await world.identity.signOut(who, { everywhere: false })
    expect(await world.identity.ownerOf(exchangeToken, evm)).toBeUndefined()
  })

  it('[6.4] a stolen session replaces neither the wallet nor a recovery part without the keys', async () => {
    const strict = world.another({ proofs: { isEvmSignature: () => false, isSolanaSignature: () => false } })
    const { who } = await signedIn()
    const [evm, sol] = [address().evmAddress, solana()]
    answered(await world.identity.putWallet(who, await putOf(1, evm, sol), BROWSER))
    expect(await strict.putWallet(who, await putOf(2, evm, sol), BROWSER)).toEqual({
      refused: REFUSAL.INVALID_SIGNATURE,
    })
    const { options } = answered(await strict.startPasskey(who, BROWSER))
    const clientDataJSON = Buffer.from(JSON.stringify({ challenge: options.challenge })).toString('base64url')
    const passkey = { id: 'k'.repeat(32), clientDataJSON, attestationObject: 'oA', transports: [] }
    const added = await strict.addPasskey(who, { passkey, proof: `0x${'11'.repeat(65)}` }, BROWSER)
    expect(added).toEqual({ refused: REFUSAL.INVALID_SIGNATURE })
  })

  it('a stolen database is worth nothing without the key-encryption key', async () => {
    const email = newEmail()
    const { session, who } = await signedIn(email)
    const put = await putOf(1, address().evmAddress, solana())
    answered(await world.identity.putWallet(who, put, BROWSER))
    const dump = await world.dump()
    expect(dump.length).toBeGreaterThan(1_000)
    const share = put.serverShare.share.slice(2)
    const secrets = [
      email,
      share,
      ...(['latin1', 'base64', 'base64url'] as const).map((form) =>
        Buffer.from(share, 'hex').toString(form).replace(/=+$/, ''),
      ),
      put.serverShare.evmAddress,
      put.solanaAddress,
      session.refreshToken.split('.')[2]!,
      '192.0.2',
    ]
    for (const secret of secrets)
      expect(dump.includes(JSON.stringify(secret).slice(1, -1)), secret).toBe(false)
    // The thief runs our own program over these rows, with another key; with ours it opens.
    expect(answered(await world.another({}).wallet(who)).serverShare).toEqual(put.serverShare)
    const thief = world.another({ keys: createIdentityKeys(new Uint8Array(32).fill(2)) })
    expect(await thief.signedIn(session.walletToken)).toBeUndefined()
    await expect(thief.wallet(who)).rejects.toThrow()
    await expect(thief.refresh({ refreshToken: session.refreshToken }, BROWSER)).rejects.toThrow()
    expect(TOKEN_AUDIENCES.wallet).not.toBe(TOKEN_AUDIENCES.exchange)
  })

  it('a deletion takes a code to the address, and destroys the data key with all that it sealed', async () => {
    const email = newEmail()
    const { session, who } = await signedIn(email)
    answered(await world.identity.putWallet(who, await putOf(1, address().evmAddress, solana()), BROWSER))
    world.nowMs += 60_000
    const { challengeId } = await start(email)
    const code = (await world.codeFor(email))!
    const before = await world.dump()
    expect(before).toContain(who.userId)
    expect(await world.identity.deleteUser(who, { challengeId, code: wrongOf(code) }, BROWSER)).toMatchObject(
      {
        refused: REFUSAL.WRONG_CODE,
      },
    )
    answered(await world.identity.deleteUser(who, { challengeId, code }, BROWSER))
    expect(await world.dump()).not.toContain(who.userId)
    expect(await world.identity.wallet(who)).toEqual({ refused: REFUSAL.ACCOUNT_NOT_FOUND })
    expect(await world.identity.signedIn(session.walletToken)).toBeUndefined()
    world.nowMs += 60_000
    expect((await world.signIn(email, newNetwork())).user.userId).not.toBe(who.userId)
  })
})
