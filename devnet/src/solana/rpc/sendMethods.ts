/** Methods that bring a transaction: executed for good, or only tried. */
import type { Cluster } from '../cluster.ts'
import { returnDataJson } from '../rpcEncodings.ts'
import { TransactionRefusedError } from '../transactionRefusedError.ts'
import type { AccountView } from './accountView.ts'
import type { RpcContext } from './rpcContext.ts'
import { RpcError, type RpcMethods } from './rpcMethod.ts'
import { addressesOf, optionsOf, readBytes, textOf, textOption, type Options } from './rpcParameters.ts'

const PREFLIGHT_FAILURE = -32002

export function createSendMethods(
  cluster: Pick<Cluster, 'account' | 'send' | 'simulate'>,
  { inContext, latestBlockhash }: Pick<RpcContext, 'inContext' | 'latestBlockhash'>,
  { told }: Pick<AccountView, 'told'>,
): RpcMethods {
  return {
    async sendTransaction([text, input]) {
      const options = optionsOf(input)
      const raw = transactionOf(text, options)
      try {
        return await cluster.send(raw, { skipPreflight: options['skipPreflight'] === true })
      } catch (error) {
        if (error instanceof TransactionRefusedError) throw refusedError(error)
        throw error
      }
    },
    simulateTransaction([text, input]) {
      const options = optionsOf(input)
      return inContext(simulation(transactionOf(text, options), options))
    },
  }

  function simulation(raw: Uint8Array, options: Options): unknown {
    const replaceBlockhash = options['replaceRecentBlockhash'] === true
    try {
      const execution = cluster.simulate(raw, { sigVerify: options['sigVerify'] === true, replaceBlockhash })
      const wanted = optionsOf(options['accounts'])
      const addresses = wanted['addresses']
      return {
        err: execution.fault ?? null,
        logs: execution.logs,
        unitsConsumed: Number(execution.units),
        accounts:
          addresses === undefined
            ? null
            : addressesOf(addresses).map((at) =>
                told(execution.accountsAfter.get(at) ?? cluster.account(at), {
                  encoding: 'base64',
                  ...wanted,
                }),
              ),
        returnData: null,
        ...returnDataJson(execution.returnData),
        ...(replaceBlockhash ? { replacementBlockhash: latestBlockhash('confirmed') } : {}),
      }
    } catch (error) {
      if (!(error instanceof TransactionRefusedError)) throw error
      if (error.fault === undefined) throw new RpcError(-32602, error.message)
      return { err: error.fault, logs: [], unitsConsumed: 0, accounts: null, returnData: null }
    }
  }
}

const transactionOf = (text: unknown, options: Options): Uint8Array =>
  readBytes(textOf(text, 'transaction'), textOption(options, 'encoding') ?? 'base58')

const refusedError = ({ message, fault, execution }: TransactionRefusedError): RpcError =>
  fault === undefined
    ? new RpcError(-32602, message)
    : new RpcError(PREFLIGHT_FAILURE, message, {
        err: fault,
        logs: execution?.logs ?? [],
        unitsConsumed: Number(execution?.units ?? 0n),
        accounts: null,
        returnData: null,
      })
