/**
 * The seed of this frame's user: made once per person, split at once, and whole again only while `withKeys` runs. The
 * device part is written before the server hears of the wallet, so that no interruption leaves a wallet of which this
 * browser holds nothing; of two browsers that make one at the same moment the server takes the first, and the other
 * loads it. What the parts lead to is compared with the address that the server names.
 */
import {
  REFUSAL,
  type Address,
  type CapitalPlace,
  type CapitalStage,
  type ConfirmRequest,
  type IdentityUser,
  type RecoveryWay,
  type ShareRecord,
  type WalletAnswer,
  type WalletSummary,
} from '@vest/protocol'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import { sealForWay, wayMac, wayOf, type NewWay } from '../keys/recoveryWays.ts'
import { splitSeed } from '../keys/seedParts.ts'
import { capitalAddresses, capitalKey, wipe, type WalletKeys } from '../keys/walletKeys.ts'
import type { AskIdentity } from '../session/askIdentity.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { SealedRecords } from '../store/sealedRecords.ts'
import { createDeviceParts } from './seed/deviceParts.ts'
import { createWalletMaking } from './seed/walletMaking.ts'
import { createWholeSeed, joinParts } from './seed/wholeSeed.ts'

export { messageDigest } from './seed/messageDigest.ts'

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
  const parts = createDeviceParts(records)
  const making = createWalletMaking({ ask, session, parts })
  const { kept, withSeed } = createWholeSeed({ ask, session, parts })

  async function stateOf({ userId, wallet }: IdentityUser): Promise<'ready' | 'locked'> {
    return wallet !== null && (await parts.read(userId, wallet)) !== undefined ? 'ready' : 'locked'
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
            user = { ...user, wallet: await making.make(user) }
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
          const split = await splitSeed(seed, { generation, evmAddress: keys.evmAddress })
          const sealed = await Promise.all(ways.map((way) => sealForWay(split.recovery, way, userId)))
          await making.put(userId, keys, split, sealed)
          await parts.delete(userId, wallet)
          await currentUser()
        }),
      ),

    renew: (confirm) =>
      alone('wallet', async () => {
        await making.make(await currentUser(), confirm)
        await currentUser()
      }),

    kept,

    async adopt(part, { wallet, serverShare }) {
      if (part.evmAddress !== wallet.evmAddress.toLowerCase()) throw new FrameRefusal('otherWallet')
      const seed = await joinParts(part, serverShare)
      wipe(seed)
      const { userId } = await session.user()
      await parts.write(userId, part, session.isRemembered())
    },
  }
}

const isChanged = (error: unknown): boolean =>
  error instanceof FrameRefusal && error.detail.code === REFUSAL.WALLET_CHANGED
