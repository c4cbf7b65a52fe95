/** Makes the certificate of a verdict: read from the read models, page by page, and signed. */
import type { CapitalAccountView } from '@vest/engine'
import type { Address, CapitalVerdictResponse, Keccak256 } from '@vest/protocol'
import type { RowPlace, StoredFill, StoredFunding } from '@vest/runtime'
import type { Edge } from '../edge.ts'
import { signedVerdict, verdictBodyOf, type VerdictSigner } from './verdictCertificate.ts'

const PAGE = 1_000

/** Undefined while there is no verdict on the wallet. */
export async function certificateOf(
  { engine, store, projector, view }: Pick<Edge, 'engine' | 'store' | 'projector' | 'view'>,
  wallet: CapitalAccountView,
  signer: VerdictSigner,
  keccak256: Keccak256,
): Promise<CapitalVerdictResponse | undefined> {
  const { account, purchaseId } = wallet
  await projector.flushedThrough(view.lastSeqOf(account))
  const past = await store.capitalPast(account)
  const purchase = purchaseId === undefined ? undefined : await engine.query('purchase', { id: purchaseId })
  const body = verdictBodyOf({
    past,
    fills: await allFills(store, account),
    funding: await allFunding(store, account),
    rulebook: purchase?.plan.rulebook,
    transfers: await store.transfers({ account, type: 'WITHDRAW_PROFIT', limit: PAGE }),
    returned: await store.transfers({ account, type: 'INTERNAL_DEPOSIT', limit: PAGE }),
    purchase:
      purchase === undefined
        ? null
        : {
            id: purchase.id,
            time: purchase.beganTimeMs,
            plan: purchase.plan.name,
            priceId: purchase.plan.priceId,
          },
  })
  return body && { certificate: signedVerdict(body, signer, keccak256), signer: signer.address }
}

async function everyPage<Row>(
  read: (after: RowPlace | undefined) => Promise<readonly Row[]>,
  placeOf: (row: Row) => RowPlace,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let after: RowPlace | undefined
  for (;;) {
    const page = await read(after)
    for (const row of page) rows.push(row)
    if (page.length < PAGE) return rows
    after = placeOf(page.at(-1)!)
  }
}

export const allFills = (store: Edge['store'], account: Address): Promise<readonly StoredFill[]> =>
  everyPage(
    (after) => store.fills(account, { limit: PAGE, ...(after === undefined ? {} : { after }) }),
    ({ timeMs, tradeId, orderId }) => [timeMs, tradeId, orderId],
  )

const allFunding = (store: Edge['store'], account: Address): Promise<readonly StoredFunding[]> =>
  everyPage(
    (after) => store.fundingSettled(account, { limit: PAGE, ...(after === undefined ? {} : { after }) }),
    ({ timeMs, seq, index }) => [timeMs, seq, index],
  )
