/** Which passkeys sign in, and which answers of an authenticator are refused. */
import { CODE_RESEND_MS, REFUSAL, type ConfirmRequest } from '@vest/protocol'
import { isIdentityRefusal } from '@vest/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, PASSKEY_CHALLENGE_MS, PASSKEY_STARTS_PER_PERSON } from '../limits.ts'
import {
  answered,
  BROWSER,
  createIdentityWorld,
  walletPut,
  type IdentityWorld,
} from '../testing/identityWorld.ts'
import {
  createSoftAuthenticator,
  type AuthenticatorPlace,
  type SoftAuthenticator,
} from '../testing/softAuthenticator.ts'

const HOME: AuthenticatorPlace = { origin: 'http://localhost:8081', topOrigin: 'http://localhost:8080' }
const PROOF = `0x${'11'.repeat(65)}` as const
const REFUSED = { refused: REFUSAL.SIGN_IN_FAILED }

let world: IdentityWorld
let who: { readonly userId: string; readonly sessionId: string }
let authenticator: SoftAuthenticator

beforeAll(async () => {
  world = await createIdentityWorld()
  who = (await world.identity.signedIn((await world.signIn('passkeys@mail.example')).walletToken))!
  answered(await world.identity.putWallet(who, walletPut(1), BROWSER))
  authenticator = createSoftAuthenticator(HOME)
  authenticator.counter = 1
  const passkey = authenticator.make(answered(await world.identity.startPasskey(who, BROWSER)))
  answered(await world.identity.addPasskey(who, { passkey, proof: PROOF }, BROWSER))
})
afterAll(() => world.identity.stop())

const asked = async () => answered(await world.identity.askPasskey(BROWSER))
const signIn = (passkey: ReturnType<SoftAuthenticator['show']>) =>
  world.identity.passkeySignIn({ passkey, language: 'en' }, BROWSER)
const shown = async (over?: Partial<AuthenticatorPlace>) => {
  authenticator.counter += 1
  return authenticator.show(await asked(), over)
}

describe('passkeys', () => {
  it('sign their person in, each challenge once and in its time', async () => {
    const passkey = await shown()
    expect(answered(await signIn(passkey)).user.userId).toBe(who.userId)
    expect(await signIn(passkey)).toEqual(REFUSED)
    const late = await shown()
    world.nowMs += PASSKEY_CHALLENGE_MS
    expect(await signIn(late)).toEqual(REFUSED)
  })

  it('with a counter that stands still or goes back are refused: the key was copied', async () => {
    authenticator.counter = 50
    answered(await signIn(authenticator.show(await asked())))
    for (const counter of [50, 49, 0]) {
      authenticator.counter = counter
      expect(await signIn(authenticator.show(await asked())), String(counter)).toEqual(REFUSED)
    }
    authenticator.counter = 51
    answered(await signIn(authenticator.show(await asked())))
  })

  it.each([
    ['another origin', { origin: 'http://wallet.example' }],
    ["the app's own origin", { origin: HOME.topOrigin }],
    ['a page of another origin around the frame', { topOrigin: 'http://app.example' }],
    ['a person who was not verified', { isVerified: false }],
  ])('of %s are refused', async (_what, over) => {
    expect(await signIn(await shown(over))).toEqual(REFUSED)
    answered(await signIn(await shown()))
  })

  it.each([
    ['at another origin', { origin: 'http://wallet.example' }],
    ['without a verified person', { isVerified: false }],
  ])('made %s are not taken', async (_what, over) => {
    const passkey = createSoftAuthenticator(HOME).make(
      answered(await world.identity.startPasskey(who, BROWSER)),
      over,
    )
    expect(await world.identity.addPasskey(who, { passkey, proof: PROOF }, BROWSER)).toEqual(REFUSED)
  })

  it('answer the challenge that they were asked, and with their own key', async () => {
    authenticator.counter += 1
    expect(
      await signIn(authenticator.show(answered(await world.identity.startPasskey(who, BROWSER)))),
    ).toEqual(REFUSED)
    const { id } = await shown()
    const forged = { ...createSoftAuthenticator(HOME).show(await asked()), id }
    expect(await signIn(forged)).toEqual(REFUSED)
    const passkey = createSoftAuthenticator(HOME).make(await asked())
    expect(await world.identity.addPasskey(who, { passkey, proof: PROOF }, BROWSER)).toEqual(REFUSED)
  })

  it('confirm their own person alone', async () => {
    const { walletToken } = await world.signIn('another@mail.example')
    const other = (await world.identity.signedIn(walletToken))!
    const confirm = async (person: typeof who) =>
      world.identity.confirm(person, { by: 'passkey', passkey: await shown() }, BROWSER)
    expect(await confirm(other)).toEqual(REFUSED)
    expect(await confirm(who)).toEqual({})
  })

  it('are begun so often in an hour and no more, by one person and from one network', async () => {
    const { walletToken } = await world.signIn('eager@mail.example')
    const eager = (await world.identity.signedIn(walletToken))!
    const begin = async (n: number) => {
      const from = { ...BROWSER, address: `198.51.${n}.7` }
      const answer = await world.identity.startPasskey(eager, from)
      return 'refused' in answer ? answer.refused : 'begun'
    }
    for (let n = 0; n < PASSKEY_STARTS_PER_PERSON; n += 1) expect(await begin(n)).toBe('begun')
    expect(await begin(200)).toBe(REFUSAL.TOO_MANY_REQUESTS)
    world.nowMs += 2 * HOUR_MS
    expect(await begin(201)).toBe('begun')
  })

  it('[T5] are removed with a fresh code or another passkey, by their own person alone; they sign in no longer', async () => {
    const email = 'passkeys@mail.example'
    const codeOf = async (to: string) => {
      world.nowMs += CODE_RESEND_MS
      const { challengeId } = answered(await world.identity.startCode({ email: to, language: 'en' }, BROWSER))
      return { by: 'code' as const, challengeId, code: (await world.codeFor(to))! }
    }
    const remove = (person: typeof who, id: string, request: ConfirmRequest) =>
      world.identity.removePasskey(person, id, request, BROWSER)
    const { walletToken } = await world.signIn('third@mail.example')
    const other = (await world.identity.signedIn(walletToken))!
    const { id } = await shown()

    // A stolen session alone: no code, the code of another user, or the very passkey that is to go.
    const good = await codeOf(email)
    const wrong = good.code === '000000' ? '000001' : '000000'
    expect(await remove(who, id, { ...good, code: wrong })).toMatchObject({ refused: REFUSAL.WRONG_CODE })
    expect(isIdentityRefusal(await remove(who, id, await codeOf('third@mail.example')))).toBe(true)
    expect(await remove(who, id, { by: 'passkey', passkey: await shown() })).toMatchObject({
      refused: REFUSAL.INVALID_PARAMETER,
    })
    // Another person takes nothing away with a code of their own.
    answered(await remove(other, id, await codeOf('third@mail.example')))
    answered(await signIn(await shown()))

    const second = createSoftAuthenticator(HOME)
    const passkey = second.make(answered(await world.identity.startPasskey(who, BROWSER)))
    answered(await world.identity.addPasskey(who, { passkey, proof: PROOF }, BROWSER))
    second.counter = 1
    const left = answered(
      await remove(who, id, { by: 'passkey', passkey: second.show(await asked()) }),
    ).passkeys.map((one) => one.id)
    expect(left).toEqual([passkey.id])
    expect(await signIn(await shown())).toEqual(REFUSED)
    expect(answered(await remove(who, passkey.id, await codeOf(email))).passkeys).toEqual([])
  })
})
