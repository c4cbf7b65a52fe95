/** Which passkeys sign in, and which answers of an authenticator are refused. */
import { REFUSAL } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSKEY_CHALLENGE_MS } from '../limits.ts'
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
  const passkey = authenticator.make(answered(await world.identity.startPasskey(who)))
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
    const passkey = createSoftAuthenticator(HOME).make(answered(await world.identity.startPasskey(who)), over)
    expect(await world.identity.addPasskey(who, { passkey, proof: PROOF }, BROWSER)).toEqual(REFUSED)
  })

  it('answer the challenge that they were asked, and with their own key', async () => {
    authenticator.counter += 1
    expect(await signIn(authenticator.show(answered(await world.identity.startPasskey(who))))).toEqual(
      REFUSED,
    )
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

  it('that were removed sign in no longer, and are removed by their own person alone', async () => {
    const { walletToken } = await world.signIn('third@mail.example')
    const other = (await world.identity.signedIn(walletToken))!
    const { id } = await shown()
    await world.identity.removePasskey(other, id, BROWSER)
    answered(await signIn(await shown()))
    expect(answered(await world.identity.removePasskey(who, id, BROWSER)).passkeys).toEqual([])
    expect(await signIn(await shown())).toEqual(REFUSED)
  })
})
