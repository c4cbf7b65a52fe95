/** Sign-in with a provider: whom it opens the account of, and what of it is used up, swapped or stolen. */
import { createHash, randomBytes } from 'node:crypto'
import { isIdentityRefusal } from '@vest/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, OIDC_REQUEST_MS } from './limits.ts'
import type { OidcPerson, OidcProvider, OidcRequest } from './oidc/oidcProvider.ts'
import { answered, BROWSER, createIdentityWorld, type IdentityWorld } from './testing/identityWorld.ts'

/** Codes are names of persons; each is good for the request it was made for. */
const people = new Map<string, OidcPerson>()
let reachable = true
const google: OidcProvider = {
  async begin() {
    if (!reachable) throw new Error('no route')
    const request: OidcRequest = {
      state: randomBytes(32).toString('base64url'),
      nonce: randomBytes(16).toString('base64url'),
      verifier: randomBytes(32).toString('base64url'),
    }
    return { url: `https://provider.example/?state=${request.state}`, request }
  },
  finish: async (_request, { code }) => people.get(code),
}

let world: IdentityWorld
let count = 0
beforeAll(async () => {
  world = await createIdentityWorld({ google })
})
beforeEach(() => {
  world.nowMs += 2 * DAY_MS
  reachable = true
})
afterAll(() => world.identity.stop())

const newSubject = (): string => `subject-${(count += 1)}`
const newEmail = (): string => `oidc${(count += 1)}@mail.example`
const person = (email: string, isAuthoritative: boolean, subject = newSubject()): string => {
  people.set(subject, { issuer: 'https://provider.example', subject, email, isAuthoritative })
  return subject
}
const begin = async (secret: string) =>
  answered(
    await world.identity.startOidc(
      {
        provider: 'google',
        returnPath: '/trade/BTC-PERP',
        secretHash: createHash('sha256').update(secret).digest('base64url'),
        language: 'en',
      },
      BROWSER,
    ),
  )
const signIn = async (code: string) => {
  const secret = randomBytes(32).toString('base64url')
  const { state } = await begin(secret)
  return world.identity.returnOidc({ state, code, secret }, BROWSER)
}
const session = async (code: string) => {
  const answer = answered(await signIn(code))
  if (answer.kind !== 'session') throw new Error('a code was asked for')
  return answer
}

describe('[3.13] sign-in with a provider', () => {
  it('opens a new account for an address that the provider speaks for, and the same one again by its subject alone', async () => {
    const email = newEmail()
    const subject = person(email, true)
    const first = await session(subject)
    expect(first).toMatchObject({
      returnPath: '/trade/BTC-PERP',
      user: { email, signInMethods: ['email', 'google'] },
    })
    // The address changes there; the person stays.
    person(newEmail(), false, subject)
    expect((await session(subject)).user).toMatchObject({ userId: first.user.userId, email })
  })

  it('the same person by code and by a provider with that address is one user, whichever came first', async () => {
    const [one, two] = [newEmail(), newEmail()]
    const byCode = await world.signIn(one)
    expect((await session(person(one.toUpperCase(), true))).user.userId).toBe(byCode.user.userId)
    const byGoogle = await session(person(two, true))
    expect((await world.signIn(two)).user.userId).toBe(byGoogle.user.userId)
  })

  it('an address that the provider does not speak for needs one code, then never again', async () => {
    const email = newEmail()
    const owner = await world.signIn(email)
    world.nowMs += 60_000
    const subject = person(email, false)
    const needed = answered(await signIn(subject))
    if (needed.kind !== 'codeNeeded') throw new Error('no code was asked for')
    expect(needed).toMatchObject({ email, returnPath: '/trade/BTC-PERP' })
    const code = (await world.codeFor(email))!
    const linked = answered(
      await world.identity.verifyCode({ challengeId: needed.challengeId, email, code }, BROWSER),
    )
    expect(linked.user).toMatchObject({ userId: owner.user.userId, signInMethods: ['email', 'google'] })
    expect((await session(subject)).user.userId).toBe(owner.user.userId)
  })

  it('who claims the address of another and cannot read its mail gets nothing, and leaves nothing behind', async () => {
    const victim = newEmail()
    const attacker = person(victim, false)
    const needed = answered(await signIn(attacker))
    expect(needed.kind).toBe('codeNeeded')
    world.nowMs += 60_000
    const owner = await world.signIn(victim)
    expect(owner.user.signInMethods).toEqual(['email'])
    expect(answered(await signIn(person(newEmail(), false, attacker))).kind).toBe('codeNeeded')
  })

  it('a request is good once, for a quarter of an hour, and for the browser that began it', async () => {
    const code = person(newEmail(), true)
    const secret = randomBytes(32).toString('base64url')
    const failed = { refused: 1152 }
    const taken = await begin(secret)
    expect(
      await world.identity.returnOidc(
        { state: taken.state, code, secret: randomBytes(32).toString('base64url') },
        BROWSER,
      ),
    ).toEqual(failed)
    expect(await world.identity.returnOidc({ state: taken.state, code, secret }, BROWSER)).toEqual(failed)
    const late = await begin(secret)
    world.nowMs += OIDC_REQUEST_MS
    expect(await world.identity.returnOidc({ state: late.state, code, secret }, BROWSER)).toEqual(failed)
    const good = await begin(secret)
    const request = { state: good.state, code, secret }
    expect(isIdentityRefusal(await world.identity.returnOidc(request, BROWSER))).toBe(false)
    expect(await world.identity.returnOidc(request, BROWSER)).toEqual(failed)
    expect(
      await world.identity.returnOidc({ ...request, state: randomBytes(32).toString('base64url') }, BROWSER),
    ).toEqual(failed)
  })

  it('a provider that refuses, and one that cannot be reached, sign no user in', async () => {
    expect(await signIn('unknown')).toEqual({ refused: 1152 })
    reachable = false
    const before = world.troubles.length
    expect(
      await world.identity.startOidc(
        { provider: 'google', returnPath: '/', secretHash: 'A'.repeat(43), language: 'en' },
        BROWSER,
      ),
    ).toEqual({ refused: 1152 })
    expect(world.troubles).toHaveLength(before + 1)
  })

  it('what waits for its return stands in the database as macs and sealed', async () => {
    const secret = randomBytes(32).toString('base64url')
    const { state } = await begin(secret)
    const dump = await world.dump()
    for (const word of [state, secret, '/trade/BTC-PERP']) expect(dump).not.toContain(word)
  })
})
