/** The last part of the way of a lot: once it is attested, the vault of the other chain makes it. One that is late is told once. */
import type { BridgePort } from '@vest/runtime'
import type { Logger } from '../../logger.ts'
import type { Lot, LotFile } from './lotFile.ts'
import type { VaultRoads } from './vaultRoads.ts'

export interface LotDeliveryPorts {
  readonly roads: Pick<VaultRoads, 'of' | 'wake'>
  readonly bridge: BridgePort
  readonly file: Pick<LotFile, 'put'>
  /** Money came to this vault: what waits for it is looked at. */
  readonly onArrived: (chainId: number) => void
  readonly logger: Pick<Logger, 'info' | 'error'>
  readonly nowMs: () => number
}

/** Of a lot that was burned. */
export type DeliverLot = (lot: Lot) => Promise<void>

export function createLotDelivery(ports: LotDeliveryPorts): DeliverLot {
  const { roads, bridge, file, onArrived, logger, nowMs } = ports
  const told = new Set<string>()

  function tellLate({ from, to, nonce, burnMs = 0, burnTxHash }: Lot): void {
    const name = `${from} ${nonce}`
    if (told.has(name) || nowMs() < burnMs + 2 * bridge.estimateMs) return
    told.add(name)
    logger.error({ from, to, nonce, txHash: burnTxHash }, 'a lot was burned and is late on the other chain')
  }

  return async (lot) => {
    tellLate(lot)
    const road = roads.of(lot.to)
    if (road === undefined) return roads.wake(lot.to)
    const attested = await bridge.attestationOf(lot.from, lot.burnTxHash!)
    if (attested === undefined || !(await road.receive(attested)).isFinal) return
    file.put({ ...lot, state: 'MADE', endMs: nowMs() })
    logger.info({ from: lot.from, to: lot.to, nonce: lot.nonce }, 'a lot has come to its vault')
    onArrived(lot.to)
  }
}
