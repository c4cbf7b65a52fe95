/** How every vault that runs stands: what it holds, what waits to be paid there, what comes to it. */
import type { TransferRecord } from '@vest/engine'
import type { EngineClient, VaultRoad } from '@vest/runtime'
import type { Chains } from '../../chains.ts'
import { openLots, type LotFile } from './lotFile.ts'
import type { VaultStand } from './lotRules.ts'
import type { VaultRoads } from './vaultRoads.ts'

/** So many lots that are not in the file are looked for. */
const ADOPTED_MAX = 100

export type NumberedStand = VaultStand & { readonly nextNonce: number }

export interface VaultStandsPorts {
  readonly engine: Pick<EngineClient, 'query'>
  readonly chains: Pick<Chains, 'payer'>
  readonly roads: Pick<VaultRoads, 'all' | 'chainOf'>
  readonly file: Pick<LotFile, 'lots' | 'put'>
}

/** Lots that left and are not in the file are taken into it. */
export function createVaultStands(ports: VaultStandsPorts): () => Promise<readonly NumberedStand[]> {
  const { engine, chains, roads, file } = ports

  const standOf = (chainId: number, heldUsd6: number, waiting: readonly TransferRecord[]): VaultStand => ({
    chainId,
    heldUsd6,
    waitingUsd6: waiting.reduce(
      (sum, transfer) => (chains.payer(transfer.chainId)?.chainId === chainId ? sum + transfer.size : sum),
      0,
    ),
    comingUsd6: openLots(file).reduce((sum, lot) => (lot.to === chainId ? sum + lot.sizeUsd6 : sum), 0),
    isSending: openLots(file).some(({ from, state }) => from === chainId && state === 'PLANNED'),
  })

  async function adopt(chainId: number, road: VaultRoad, nextNonce: number): Promise<void> {
    const mine = file.lots().filter(({ from }) => from === chainId)
    const known = new Set(mine.filter(({ state }) => state !== 'VOID').map(({ nonce }) => nonce))
    for (let nonce = nextNonce - 1; nonce >= Math.max(0, nextNonce - ADOPTED_MAX); nonce -= 1) {
      if (known.has(nonce)) return
      const burn = await road.burnOf(nonce)
      const to = burn && roads.chainOf(burn.domain)
      if (burn === undefined || to === undefined) continue
      file.put({
        from: chainId,
        to,
        nonce,
        sizeUsd6: burn.sizeUsd6,
        plannedMs: burn.timeMs,
        deadlineMs: 0,
        state: 'BURNED',
        burnTxHash: burn.txHash,
        burnMs: burn.timeMs,
      })
    }
  }

  return async () => {
    const found = await Promise.all(
      roads.all().map(async ([chainId, road]) => {
        const state = await road.state()
        await adopt(chainId, road, state.nextNonce)
        return { chainId, ...state }
      }),
    )
    const transfers = await engine.query('openTransfers', {})
    const waiting = transfers.filter(
      ({ type, status }) => type === 'WITHDRAW' && (status === 'NEW' || status === 'VERIFIED'),
    )
    return found.map(({ chainId, heldUsd6, nextNonce }) => ({
      ...standOf(chainId, heldUsd6, waiting),
      nextNonce,
    }))
  }
}
