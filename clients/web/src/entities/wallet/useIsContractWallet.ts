/** Whether the connected wallet is a contract: no key signs for its address, so that the exchange cannot check one. */
import { useQuery } from '@tanstack/react-query'
import { useWallet } from './wallet.ts'

/** Of an address whose key lends it the code of a contract (EIP-7702): the key goes on to sign. */
const LENT = /^0xef0100/i

export function useIsContractWallet(): boolean {
  const connected = useWallet((state) => state.connected)
  const { data } = useQuery({
    queryKey: ['walletCode', connected?.address, connected?.chainId],
    queryFn: () =>
      connected!.provider.request({ method: 'eth_getCode', params: [connected!.address, 'latest'] }),
    enabled: connected !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // A wallet that cannot say is asked to sign, and the exchange judges.
    retry: false,
  })
  return typeof data === 'string' && data.length > '0x'.length && !LENT.test(data)
}
