/** The wallet that pays on Solana: the embedded one of this person, or the one that the account was opened with. */
import { useQuery } from '@tanstack/react-query'
import { base64Of, bytesOfBase64, isSolanaAddress } from '@vest/protocol'
import { useEmbeddedCall } from '../../entities/embedded/useEmbedded.ts'
import { useSession } from '../../entities/session/index.ts'
import { solanaTransactionSignerOf, useSolanaWallet } from '../../entities/wallet/index.ts'
import type { SolanaSigner } from './solanaTransferFlow.ts'

/** [3.15] The cluster whose addresses the exchange uses; on a local one too. */
const CHAIN = 'solana:mainnet'

/** Undefined: there is none, or it cannot sign transactions, or it is not known yet (`isPending`). */
export function useSolanaSigner(): {
  readonly signer: SolanaSigner | undefined
  readonly isPending: boolean
} {
  const account = useSession((state) => state.address)
  const isEmbedded = useSession((state) => state.email !== undefined)
  const connected = useSolanaWallet((state) => state.connected)
  const call = useEmbeddedCall()
  const { data, isPending } = useQuery({
    queryKey: ['private', 'solanaWallet'],
    enabled: isEmbedded,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call('wallet.open', {}),
  })
  if (isEmbedded)
    return {
      isPending,
      signer: data && {
        address: data.solanaAddress,
        isFrame: true,
        async sign(transaction) {
          const { signedTransaction } = await call('solana.approve', {
            chain: CHAIN,
            transaction: base64Of(transaction),
          })
          const signed = bytesOfBase64(signedTransaction)
          if (signed === undefined) throw new TypeError('The wallet answered no transaction')
          return signed
        },
      },
    }
  if (account === undefined || !isSolanaAddress(account) || connected?.address !== account)
    return { signer: undefined, isPending: false }
  const sign = solanaTransactionSignerOf(connected, CHAIN)
  return { isPending: false, signer: sign && { address: account, isFrame: false, sign } }
}
