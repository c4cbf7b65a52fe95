import type { CapitalAccountView, PurchaseView } from '@vest/engine'
import type { Address } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import { describe, expect, it, vi } from 'vitest'
import { createLogger } from '../logger.ts'
import { createCapitalCluster } from './capitalCluster.ts'

const [OWNER, BUYER, BROWSING, TRADER] = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
  Address,
]
/** A plan that was paid, one whose payment was never made, and none. */
const PURCHASES: Readonly<Record<Address, readonly Partial<PurchaseView>[]>> = {
  [BUYER]: [{ hasBeenPaid: false }, { hasBeenPaid: true }],
  [BROWSING]: [{ hasBeenPaid: false }],
}
const EVALUATION: Partial<CapitalAccountView> = { account: '0xe1', purchaseId: '0x01' }
const query = async (name: string, { ownerId }: { readonly ownerId: Address }) =>
  name === 'purchases' ? (PURCHASES[ownerId] ?? []) : [EVALUATION, { account: '0xe2' }]
const engine = { query } as unknown as Pick<EngineClient, 'query'>

describe('who shares a browser', () => {
  it('counts where they have paid for a plan, with what they bought; practice is no account', async () => {
    const ownersOnSameDevices = vi.fn(async () => [TRADER, BUYER, BROWSING])
    const cluster = createCapitalCluster({
      engine,
      identity: { ownersOnSameDevices },
      logger: createLogger({}),
    })
    expect(await cluster.onSameDevices(OWNER)).toEqual([{ ownerId: BUYER, accounts: [EVALUATION] }])
    expect(ownersOnSameDevices).toHaveBeenCalledExactlyOnceWith(OWNER)
  })

  it('is not known where identity does not answer, which the log says, and where there is none', async () => {
    const error = vi.fn()
    const logger = Object.assign(createLogger({}), { error })
    const ownersOnSameDevices = async (): Promise<never> => {
      throw new Error('the database is gone')
    }
    const cluster = createCapitalCluster({ engine, identity: { ownersOnSameDevices }, logger })
    expect(await cluster.onSameDevices(OWNER)).toEqual([])
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      'the browsers of an owner were not compared: identity did not answer',
    )
    expect(await createCapitalCluster({ engine, identity: undefined, logger }).onSameDevices(OWNER)).toEqual(
      [],
    )
  })
})
