/**
 * Deposits from Solana by the hash of their transaction: a person who does not want to wait for the watcher has it looked at now.
 * A hash is taken once ([8.21]): it stands in a file before anything is credited. The credit is that of the watcher, under
 * the same name, so whichever comes first, the money comes once.
 */
import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { base58 } from '@scure/base'
import { REFUSAL } from '@vest/protocol'
import {
  OutsideUnavailableError,
  SolanaUnreachableError,
  type DepositLog,
  type SolanaChain,
  type SolanaDeposits,
} from '@vest/runtime'

const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/
const SIGNATURE_BYTES = 64

export function createSolanaClaims(options: {
  readonly chain: SolanaChain
  readonly path: string
  readonly credit: (log: DepositLog) => Promise<void>
}): SolanaDeposits {
  const { chain, path, credit } = options
  const taken = new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [])

  async function look(hash: string) {
    try {
      return await chain.depositOf(hash)
    } catch (error) {
      if (!(error instanceof SolanaUnreachableError)) throw error
      throw new OutsideUnavailableError('Solana cannot be asked at the moment')
    }
  }
  async function take(hash: string): Promise<void> {
    taken.add(hash)
    const file = await open(path, 'a', 0o600)
    try {
      await file.appendFile(`${hash}\n`)
      await file.datasync()
    } catch (error) {
      taken.delete(hash)
      throw error
    } finally {
      await file.close()
    }
  }

  return {
    depositAddress: chain.depositAddress,
    async claim(account, hash) {
      if (!SIGNATURE.test(hash) || base58.decode(hash).length !== SIGNATURE_BYTES)
        return refused('That is no hash of a Solana transaction')
      if (taken.has(hash)) return { refused: REFUSAL.ALREADY_USE_TRANSACTION }
      const found = await look(hash)
      if ('refusal' in found) return refused(found.refusal)
      const { log } = found
      if (log.to !== account) return refused('The memo of the transaction names another account')
      // Two of one moment: the one that came back first has it.
      if (taken.has(hash)) return { refused: REFUSAL.ALREADY_USE_TRANSACTION }
      await take(hash)
      await credit(log)
      return { id: log.id }
    },
  }
}

const refused = (message: string) => ({ refused: REFUSAL.INVALID_TRANSACTION, message })
