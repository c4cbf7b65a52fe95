/**
 * The seed of this frame's user: made once per person, split at once, and whole again only while `withKeys` runs. The
 * device part is written before the server hears of the wallet, so that no interruption leaves a wallet of which this
 * browser holds nothing; of two browsers that make one at the same moment the server takes the first, and the other
 * loads it. What the parts lead to is compared with the address that the server names.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  bytesToHex,
  concatBytes,
  REFUSAL,
  shareRecord,
  utf8,
  walletProofText,
  type Address,
  type CapitalPlace,
  type CapitalStage,
  type ConfirmRequest,
  type IdentityUser,
  type RecoveryRecord,
  type RecoveryWay,
  type ShareRecord,
  type WalletAnswer,
  type WalletSummary,
} from '@vest/protocol'
import { keccak256, signDigest } from '@vest/sdk'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import { sealForWay, wayMac, wayOf, type NewWay } from '../keys/recoveryWays.ts'
import { joinSeed, splitSeed, WrongParts, type SeedParts } from '../keys/seedParts.ts'
import {
  capitalAddresses,
  capitalKey,
  SEED_BYTES,
  walletKeys,
  wipe,
  type WalletKeys,
} from '../keys/walletKeys.ts'
import type { AskIdentity } from '../session/askIdentity.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { SealedRecords } from '../store/sealedRecords.ts'

export interface OpenedWallet {
  /** `locked`: this browser holds no part of it. */
  readonly state: 'ready' | 'locked'
  readonly wallet: WalletSummary
}

export interface SeedVault {
  /** Makes the wallet or finds it; the same one however often it is asked. */
  open(): Promise<OpenedWallet>
  /** Whether `user` can sign here. */
  stateOf(user: IdentityUser): Promise<'ready' | 'locked'>
  /** The keys while `work` runs; they are wiped when it ends. Throws `notAuthenticated` and `walletLocked`. */
  withKeys<T>(work: (keys: WalletKeys, wallet: WalletSummary) => T | Promise<T>): Promise<T>
  /** The key of a further wallet of the same person, as `withKeys` has the first. */
  withCapitalKey<T>(place: CapitalPlace, work: (keys: CapitalKeys) => T | Promise<T>): Promise<T>
  capitalAddresses(stage: CapitalStage, from: number, count: number): Promise<readonly Address[]>
  /**
   * Splits the seed anew: all parts of the next generation, those of the old one worthless. `change` gets the ways back
   * in that a key of the seed vouches for, and says for which the new recovery part is sealed.
   */
  splitAnew(change: (ways: readonly RecoveryWay[]) => readonly NewWay[]): Promise<void>
  /** A new wallet in the place of the former one, which is not opened again: its parts are of a generation before. */
  renew(confirm: ConfirmRequest): Promise<void>
  /** What the server keeps of the wallet. */
  kept(): Promise<WalletAnswer>
  /**
   * Takes a part that was brought here, where with the server's it leads to the wallet. Throws `walletLocked`, and
   * `otherWallet` for a part of another wallet.
   */
  adopt(part: ShareRecord, kept: WalletAnswer): Promise<void>
}

export type CapitalKeys = Pick<WalletKeys, 'evmKey' | 'evmAddress'>

export interface SeedVaultOptions {
  readonly ask: AskIdentity
  readonly session: FrameSession
  readonly records: SealedRecords
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

export function createSeedVault({ ask, session, records, alone }: SeedVaultOptions): SeedVault {
  const devicePart = (userId: string, { evmAddress, generation }: WalletSummary) =>
    records.read(partName(userId, evmAddress.toLowerCase(), generation), shareRecord)

  async function stateOf({ userId, wallet }: IdentityUser): Promise<'ready' | 'locked'> {
    return wallet !== null && (await devicePart(userId, wallet)) !== undefined ? 'ready' : 'locked'
  }

  async function make(user: IdentityUser, confirm?: ConfirmRequest): Promise<WalletSummary> {
    const seed = crypto.getRandomValues(new Uint8Array(SEED_BYTES))
    const keys = walletKeys(seed)
    try {
      const { evmAddress } = keys
      const parts = await splitSeed(seed, { generation: (user.wallet?.generation ?? 0) + 1, evmAddress })
      return await put(user.userId, keys, parts, [], confirm)
    } finally {
      wipe(seed, keys.evmKey, keys.solanaKey)
    }
  }

  /** The device's part is written first, and stays where the server may have taken its own. */
  async function put(
    userId: string,
    keys: WalletKeys,
    { device, server }: SeedParts,
    recovery: readonly RecoveryRecord[],
    confirm?: ConfirmRequest,
  ): Promise<WalletSummary> {
    const { evmAddress, solanaAddress } = keys
    const { generation } = device
    // Also where the session is not to be remembered: without it and without a way back the wallet is lost with the frame.
    const isLasting = session.isRemembered() || recovery.length === 0
    const name = partName(userId, evmAddress, generation)
    await records.write(name, device, isLasting ? 'lasting' : 'memory')
    const text = walletProofText({ userId, generation, evmAddress, solanaAddress })
    const { walletToken } = await session.tokens()
    try {
      const body = {
        expectedGeneration: generation - 1,
        serverShare: server,
        solanaAddress,
        proofs: {
          evm: signDigest(messageDigest(text), keys.evmKey),
          solana: bytesToHex(ed25519.sign(utf8(text), keys.solanaKey)),
        },
        recovery: [...recovery],
      }
      const answer =
        confirm === undefined
          ? await ask('putWallet', { token: walletToken, body })
          : await ask('renewWallet', { token: walletToken, body: { ...body, confirm } })
      return answer.wallet
    } catch (error) {
      // Refused is not kept; where there was no answer it may have been, and the part stays.
      if (error instanceof FrameRefusal && error.failure === 'refused') await records.delete(name)
      throw error
    }
  }

  /** The seed while `work` runs. */
  async function withSeed<T>(
    work: (
      seed: Uint8Array,
      keys: WalletKeys,
      wallet: WalletSummary,
      recovery: readonly RecoveryRecord[],
    ) => T | Promise<T>,
  ): Promise<T> {
    const { wallet, serverShare, recovery } = await kept()
    const { userId } = await session.user()
    const device = await devicePart(userId, wallet)
    if (device === undefined) throw new FrameRefusal('walletLocked')
    const seed = await join(device, serverShare)
    const keys = walletKeys(seed)
    try {
      if (keys.evmAddress !== wallet.evmAddress.toLowerCase() || keys.solanaAddress !== wallet.solanaAddress)
        throw new FrameRefusal('walletLocked')
      return await work(seed, keys, wallet, recovery)
    } finally {
      wipe(seed, keys.evmKey, keys.solanaKey)
    }
  }

  async function kept(): Promise<WalletAnswer> {
    const { walletToken } = await session.tokens()
    return ask('wallet', { token: walletToken })
  }

  /** As the server has it now. */
  async function currentUser(): Promise<IdentityUser> {
    const { walletToken } = await session.tokens()
    const user = await ask('user', { token: walletToken })
    session.noteUser(user)
    return user
  }

  return {
    stateOf,
    open: () =>
      alone('wallet', async () => {
        let user = await currentUser()
        if (user.wallet === null) {
          try {
            user = { ...user, wallet: await make(user) }
            session.noteUser(user)
          } catch (error) {
            if (!isChanged(error)) throw error
            user = await currentUser()
          }
        }
        const { wallet } = user
        if (wallet === null) throw new FrameRefusal('unreachable')
        return { state: await stateOf(user), wallet }
      }),

    withKeys: (work) => withSeed((_seed, keys, wallet) => work(keys, wallet)),

    withCapitalKey: (place, work) =>
      withSeed(async (seed) => {
        const keys = capitalKey(seed, place)
        try {
          return await work(keys)
        } finally {
          wipe(keys.evmKey)
        }
      }),

    capitalAddresses: (stage, from, count) => withSeed((seed) => capitalAddresses(seed, stage, from, count)),

    splitAnew: (change) =>
      alone('wallet', () =>
        withSeed(async (seed, keys, wallet, recovery) => {
          const { userId } = await session.user()
          const own = recovery
            .map(wayOf)
            .filter((way) => way.mac === wayMac(seed, userId, wallet.generation, way))
          const generation = wallet.generation + 1
          const ways = change(own).map((way) => ({ ...way, mac: wayMac(seed, userId, generation, way) }))
          const parts = await splitSeed(seed, { generation, evmAddress: keys.evmAddress })
          const sealed = await Promise.all(ways.map((way) => sealForWay(parts.recovery, way, userId)))
          await put(userId, keys, parts, sealed)
          await records.delete(partName(userId, keys.evmAddress, wallet.generation))
          await currentUser()
        }),
      ),

    renew: (confirm) =>
      alone('wallet', async () => {
        await make(await currentUser(), confirm)
        await currentUser()
      }),

    kept,

    async adopt(part, { wallet, serverShare }) {
      if (part.evmAddress !== wallet.evmAddress.toLowerCase()) throw new FrameRefusal('otherWallet')
      const seed = await join(part, serverShare)
      wipe(seed)
      const { userId } = await session.user()
      const where = session.isRemembered() ? 'lasting' : 'memory'
      await records.write(partName(userId, part.evmAddress, part.generation), part, where)
    },
  }
}

async function join(device: ShareRecord, server: ShareRecord): Promise<Uint8Array> {
  try {
    return await joinSeed(device, server)
  } catch (error) {
    if (error instanceof WrongParts) throw new FrameRefusal('walletLocked')
    throw error
  }
}

/** The address is part of the name: what a lost race left behind never stands in the way of what won. */
const partName = (userId: string, evmAddress: string, generation: number): string =>
  `part:${userId}:${evmAddress}:${generation}`

const isChanged = (error: unknown): boolean =>
  error instanceof FrameRefusal && error.detail.code === REFUSAL.WALLET_CHANGED

/** EIP-191 of a text. */
export const messageDigest = (text: string): Uint8Array => {
  const message = utf8(text)
  return keccak256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message))
}
