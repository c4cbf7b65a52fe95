/**
 * The next step of one lot, found anew each time from what the vault says of its number: signed and sent while it may leave,
 * delivered once it is burned, void when its time is over.
 */
import { usd6, type Address, type RebalanceLot } from '@vest/protocol'
import type { Chains } from '../../chains.ts'
import type { DeliverLot } from './lotDelivery.ts'
import type { Lot, LotFile } from './lotFile.ts'
import type { LotHolds } from './lotHolds.ts'
import type { VaultRoads } from './vaultRoads.ts'

/** By which clocks may differ: what is void is planned anew, and the vault takes one of a number. */
const VOID_AFTER_MS = 60_000

export interface LotStepPorts {
  readonly chains: Pick<Chains, 'info'>
  readonly roads: Pick<VaultRoads, 'of' | 'chainOf' | 'wake'>
  readonly file: Pick<LotFile, 'put'>
  readonly holds: Pick<LotHolds, 'present'>
  readonly deliver: DeliverLot
  readonly nowMs: () => number
}

export function createLotStep(ports: LotStepPorts): (lot: Lot) => Promise<void> {
  const { chains, roads, file, holds, deliver, nowMs } = ports

  function signable(lot: Lot): RebalanceLot | undefined {
    const token = chains.info(lot.from)?.tokens[0]?.address.toLowerCase() as Address | undefined
    const domain = chains.info(lot.to)?.cctpDomain
    if (token === undefined || domain === undefined || domain === null) return undefined
    const { nonce, deadlineMs, sizeUsd6, from } = lot
    return { nonce, deadlineMs, domain, token, sizeUsd6: usd6(sizeUsd6), chainId: from }
  }

  return async (lot) => {
    const road = roads.of(lot.from)
    if (road === undefined) return roads.wake(lot.from)
    if (lot.state === 'BURNED') return deliver(lot)
    const burn = await road.burnOf(lot.nonce)
    if (burn !== undefined) {
      // The vault took one lot of this number: what it says holds, whatever was planned.
      const burned: Lot = {
        ...lot,
        to: roads.chainOf(burn.domain) ?? lot.to,
        sizeUsd6: burn.sizeUsd6,
        state: 'BURNED',
        burnTxHash: burn.txHash,
        burnMs: burn.timeMs,
      }
      file.put(burned)
      return deliver(burned)
    }
    const { nextNonce } = await road.state()
    // In a block that is not final yet.
    if (nextNonce > lot.nonce) return
    if (nowMs() > lot.deadlineMs + VOID_AFTER_MS) return file.put({ ...lot, state: 'VOID', endMs: nowMs() })
    if (holds.present() !== undefined || nowMs() >= lot.deadlineMs) return
    const wanted = signable(lot)
    if (wanted === undefined) return
    const signatures = await road.sign(wanted)
    if (holds.present() === undefined) await road.send(wanted, signatures)
  }
}
