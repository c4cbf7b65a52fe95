/**
 * The explorer of a devnet: one page for each transaction of its chains, EVM and Solana, so that the links of a transfer lead
 * somewhere on a laptop, too. It says what the chain says, of nothing else, and names itself as what it is.
 */
import { CHAIN_SOLANA, nativeCoin } from '@vest/protocol'
import type { DevnetChains } from '../chain/index.ts'
import type { DevnetAnswer, DevnetRoute } from '../devnetRoutes.ts'
import { escapeHtml, PAGE_HEADERS, pageOf } from '../formPage.ts'
import type { DevnetSolana } from '../solana/index.ts'
import { EXPLORER_PATH } from './explorerPath.ts'
import { readEvmTransaction } from './readEvmTransaction.ts'
import { readSolanaTransaction } from './readSolanaTransaction.ts'
import { ChainSilentError, type AskChain, type ShownEntry, type ShownRow } from './shownTransaction.ts'

export interface ExplorerParts {
  readonly chains: Pick<DevnetChains, 'chainIds' | 'rpc'>
  readonly solana: Pick<DevnetSolana, 'rpc'>
  /** As the exchange names it. */
  readonly nameOf: (chainId: number) => string
}

const EVM_HASH = /^0x[0-9a-fA-F]{64}$/
const SOLANA_SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/

export const explorerRoute = (parts: ExplorerParts): DevnetRoute => ({
  method: 'GET',
  path: `${EXPLORER_PATH}/:chainId/:hash`,
  handle: (_body, { chainId = '', hash = '' }) => transactionPage(parts, chainId, hash),
})

async function transactionPage(parts: ExplorerParts, chain: string, hash: string): Promise<DevnetAnswer> {
  const chainId = [...parts.chains.chainIds, CHAIN_SOLANA].find((id) => String(id) === chain)
  if (chainId === undefined) return page(404, '<p>This devnet has no such network.</p>')
  const isSolana = chainId === CHAIN_SOLANA
  if (!(isSolana ? SOLANA_SIGNATURE : EVM_HASH).test(hash))
    return page(404, '<p>That is no hash of a transaction of this network.</p>')
  const ask = asking((body) => (isSolana ? parts.solana.rpc(body) : parts.chains.rpc(chainId, body)))
  const named = `<p>Transaction on <strong>${escapeHtml(parts.nameOf(chainId))}</strong>, as this laptop runs it. No real money.</p>`
  try {
    const found = await (isSolana
      ? readSolanaTransaction(ask, hash)
      : readEvmTransaction(ask, { hash, coin: nativeCoin(chainId).symbol }))
    if (found === undefined)
      return page(
        404,
        `${named}<p>The chain knows no transaction ${code(hash)}. A new one may take a moment.</p>`,
      )
    const facts: readonly ShownRow[] = [['Hash', hash], ['Status', found.status], ...found.facts]
    return page(
      200,
      `${named}${entryHtml({ title: 'Transaction', rows: facts })}${found.entries.map(entryHtml).join('')}`,
    )
  } catch (error) {
    if (!(error instanceof ChainSilentError)) throw error
    return page(503, `${named}<p>The chain does not answer at the moment. Load the page again.</p>`)
  }
}

/** One question at a time, each answered or told as silence. */
const asking =
  (rpc: (body: unknown) => Promise<unknown>): AskChain =>
  async (method, params) => {
    const answer = (await rpc({ jsonrpc: '2.0', id: 1, method, params })) as {
      readonly result?: unknown
      readonly error?: { readonly message: string }
    }
    if (answer.error !== undefined) throw new ChainSilentError(answer.error.message)
    return answer.result
  }

const page = (status: number, body: string): DevnetAnswer => ({
  status,
  headers: PAGE_HEADERS,
  body: pageOf('Explorer of this devnet', body),
})

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

const entryHtml = ({ title, rows }: ShownEntry): string =>
  `<article><strong>${escapeHtml(title)}</strong><dl>${rows.map(rowHtml).join('')}</dl></article>`

const rowHtml = ([name, value]: ShownRow): string =>
  `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`
