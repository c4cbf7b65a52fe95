/** Who else has signed in with the same browser (decision 0077), by each way in; what is kept of it and for how long. */
import { createHash, randomBytes } from 'node:crypto'
import { shareChecksumInput, type SessionAnswer } from '@vest/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, DEVICE_KEPT_MS, DEVICES_PER_USER, HOUR_MS } from './limits.ts'
import type { OidcProvider } from './oidc/oidcProvider.ts'
import {
  answered,
  BROWSER,
  createIdentityWorld,
  walletPut,
  type IdentityWorld,
} from './testing/identityWorld.ts'
import { createSoftAuthenticator } from './testing/softAuthenticator.ts'

let count = 0
const newEmail = (): string => `device${(count += 1)}@mail.example`
/** 16 bytes, as a frame draws them. */
const newDevice = (): string => randomBytes(16).toString('base64url')
/** Says who comes by its code. */
const google: OidcProvider = {
  begin: async () => {
    const state = randomBytes(32).toString('base64url')
    return { url: 'https://provider.example', request: { state, nonce: 'n', verifier: 'v' } }
  },
  finish: async (_request, { code: email }) => ({
    issuer: 'https://provider.example',
    subject: email,
    email,
    isAuthoritative: true,
  }),
}

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld({ google })
})
beforeEach(() => {
  world.nowMs += 2 * DAY_MS
})
afterAll(() => world.identity.stop())

/** The address of a wallet that is made for the person. */
async function walletOf({ walletToken }: SessionAnswer): Promise<string> {
  const put = walletPut(1)
  const evmAddress = `0x${(count += 1).toString(16).padStart(40, '0')}`
  const record = { ...put.serverShare, evmAddress }
  const checksum = `0x${createHash('sha256').update(shareChecksumInput(record)).digest('hex').slice(0, 16)}`
  const solanaAddress = `${'1'.repeat(30)}${String(count).padStart(8, '1').replaceAll('0', 'z')}`
  const who = (await world.identity.signedIn(walletToken))!
  const request = { ...put, solanaAddress, serverShare: { ...record, checksum } }
  answered(await world.identity.putWallet(who, request, BROWSER))
  return evmAddress
}
const personAt = async (deviceId?: string): Promise<string> =>
  walletOf(await world.signIn(newEmail(), BROWSER, deviceId))

describe('a browser', () => {
  it('tells who else signed in with it, by code, with Google and by passkey, and no one of another browser', async () => {
    const device = newDevice()
    const email = newEmail()
    const byCode = await world.signIn(email, BROWSER, device)
    const first = await walletOf(byCode)
    const elsewhere = await personAt(newDevice())
    const unnamed = await personAt()
    for (const address of [first, elsewhere, unnamed, `0x${'99'.repeat(20)}`])
      expect(await world.identity.ownersOnSameDevices(address)).toEqual([])

    world.nowMs += 1
    const secret = randomBytes(32).toString('base64url')
    const secretHash = createHash('sha256').update(secret).digest('base64url')
    const asked = { provider: 'google', returnPath: '/', secretHash, language: 'en' } as const
    const { state } = answered(await world.identity.startOidc(asked, BROWSER))
    const back = { state, code: newEmail(), secret, deviceId: device }
    const withGoogle = await walletOf(
      answered(await world.identity.returnOidc(back, BROWSER)) as SessionAnswer,
    )
    expect(await world.identity.ownersOnSameDevices(first)).toEqual([withGoogle])
    expect(await world.identity.ownersOnSameDevices(withGoogle.toUpperCase().replace('0X', '0x'))).toEqual([
      first,
    ])

    world.nowMs += 1
    const home = { origin: 'http://localhost:8081', topOrigin: 'http://localhost:8080' }
    const authenticator = createSoftAuthenticator(home)
    const other = await world.signIn(newEmail(), BROWSER, newDevice())
    const withPasskey = await walletOf(other)
    const who = (await world.identity.signedIn(other.walletToken))!
    const made = authenticator.make(answered(await world.identity.startPasskey(who, BROWSER)))
    const proof = `0x${'11'.repeat(65)}` as const
    answered(await world.identity.addPasskey(who, { passkey: made, proof }, BROWSER))
    expect(await world.identity.ownersOnSameDevices(first)).toEqual([withGoogle])
    const shown = authenticator.show(answered(await world.identity.askPasskey(BROWSER)))
    const request = { passkey: shown, language: 'en', deviceId: device } as const
    answered(await world.identity.passkeySignIn(request, BROWSER))
    expect(await world.identity.ownersOnSameDevices(first)).toEqual([withPasskey, withGoogle])

    // Neither a browser nor who shares it can be read from a stolen database.
    expect(await world.dump()).not.toContain(device)
    expect(await world.dump()).not.toContain(Buffer.from(device, 'base64url').toString('latin1'))

    // A person who is removed was never here.
    world.nowMs += 60_000
    const { challengeId } = answered(await world.identity.startCode({ email, language: 'en' }, BROWSER))
    const code = (await world.codeFor(email))!
    const gone = (await world.identity.signedIn(byCode.walletToken))!
    answered(await world.identity.deleteUser(gone, { challengeId, code }, BROWSER))
    expect(await world.identity.ownersOnSameDevices(withGoogle)).toEqual([withPasskey])
  })

  it('without a wallet, or without a name, is shared with no one', async () => {
    const device = newDevice()
    const address = await personAt(device)
    await world.signIn(newEmail(), BROWSER, device)
    await personAt()
    expect(await world.identity.ownersOnSameDevices(address)).toEqual([])
  })

  it('stands beside a person among their last twenty, and for a year after the last login', async () => {
    const [email, device] = [newEmail(), newDevice()]
    const first = await walletOf(await world.signIn(email, BROWSER, device))
    const other = await personAt(device)
    for (let n = 1; n < DEVICES_PER_USER; n += 1) {
      // An address gets so many mails a day.
      world.nowMs += 2 * HOUR_MS
      await world.signIn(email, BROWSER, newDevice())
    }
    expect(await world.identity.ownersOnSameDevices(other)).toEqual([first])
    world.nowMs += 2 * HOUR_MS
    await world.signIn(email, BROWSER, newDevice())
    expect(await world.identity.ownersOnSameDevices(other)).toEqual([])

    const late = await personAt(device)
    expect(await world.identity.ownersOnSameDevices(late)).toEqual([other])
    world.nowMs += DEVICE_KEPT_MS - DAY_MS
    const next = await personAt(device)
    expect(await world.identity.ownersOnSameDevices(next)).toEqual([late])
    world.nowMs += 2 * DAY_MS
    await personAt(newDevice())
    expect(await world.identity.ownersOnSameDevices(next)).toEqual([])
  })

  it('opens no store to say that there are no people yet', async () => {
    const openStore = async () => {
      throw new Error('opened')
    }
    const identity = world.another({ openStore, hasPeople: () => false })
    expect(await identity.ownersOnSameDevices(`0x${'99'.repeat(20)}`)).toEqual([])
  })
})
