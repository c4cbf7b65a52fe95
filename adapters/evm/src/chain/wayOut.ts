/**
 * The way out of the vault as the exchange asks for it. What is over is asked of every node that is configured: what one
 * of them holds for executed is.
 */
import type { ChainAdapter } from '@vest/runtime'
import { withdrawals } from '../withdrawals.ts'
import type { ChainNode } from './chainNodes.ts'
import type { VaultWatching } from './vaultWatching.ts'

export interface WayOutPorts {
  readonly vault: Parameters<typeof withdrawals>[0]
  readonly second: ChainNode | undefined
  readonly watch: Pick<VaultWatching, 'wake' | 'finalNumber'>
}

export type WayOut = Required<
  Pick<
    ChainAdapter,
    'signWithdrawal' | 'executeWithdrawal' | 'completedTransactions' | 'completedAtFinal' | 'solanaBurn'
  >
>

export function createWayOut({ vault, second, watch }: WayOutPorts): WayOut {
  const out = withdrawals(vault)
  const asSecondSays = second && withdrawals({ ...vault, client: second, keeper: undefined })
  const nodes = [out, ...(asSecondSays ? [asSecondSays] : [])]

  return {
    signWithdrawal: out.sign,
    async executeWithdrawal(payload) {
      const answer = await out.execute(payload)
      watch.wake()
      return answer
    },
    completedTransactions: (ids) => out.completed(ids),
    async completedAtFinal(ids) {
      const finalNumber = watch.finalNumber()
      const answers = await Promise.all(nodes.map((node) => node.completed(ids, finalNumber)))
      return ids.map((_, at) => answers.some((answer) => answer[at] === true))
    },
    solanaBurn: async (id) => out.solanaBurn(id, watch.finalNumber()),
  }
}
