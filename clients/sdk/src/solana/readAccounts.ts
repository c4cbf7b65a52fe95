/** Accounts of Solana as the chain tells them, a hundred at once. */
import { bytesOfBase64, type SolanaAccountFacts, type SolanaRpc } from '@vest/protocol'

/** As `getMultipleAccounts` tells an account with encoding base64. */
export interface AccountAnswer {
  readonly owner: string
  readonly lamports: number
  readonly data: readonly [string, 'base64']
}
const ACCOUNTS_AT_ONCE = 100

export async function readAccounts(
  rpc: SolanaRpc,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SolanaAccountFacts>> {
  const found = new Map<string, SolanaAccountFacts>()
  for (let from = 0; from < addresses.length; from += ACCOUNTS_AT_ONCE) {
    const asked = addresses.slice(from, from + ACCOUNTS_AT_ONCE)
    const answers = await rpc.value<readonly (AccountAnswer | null)[]>('getMultipleAccounts', [
      asked,
      { encoding: 'base64', commitment: 'confirmed' },
    ])
    for (const [at, address] of asked.entries()) {
      const facts = accountFacts(answers[at])
      if (facts !== undefined) found.set(address, facts)
    }
  }
  return found
}

export function accountFacts(answer: AccountAnswer | null | undefined): SolanaAccountFacts | undefined {
  if (answer === null || answer === undefined) return undefined
  const data = bytesOfBase64(answer.data[0])
  return data && { program: answer.owner, lamports: BigInt(answer.lamports), data }
}
