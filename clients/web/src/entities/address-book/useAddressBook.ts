/** The address book of the account in use, asked again while it is shown: another browser may change it. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { isSolanaAddress, REFUSAL } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { useIsCapitalAccount } from '../account/index.ts'
import { useSession } from '../session/index.ts'
import { useIsContractWallet, useWallet } from '../wallet/index.ts'
import { readAddressBook, type AddressBookFacts } from './addressBookFacts.ts'

const ADDRESS_BOOK = ['private', 'addressBook']
const REFRESH_MS = 15_000

/** Why the account has no book. `deposit`: it has none before its first deposit. */
export type NoBook = 'solana' | 'capital' | 'contract' | 'deposit'

export interface AddressBook {
  /** Undefined until they are known. */
  readonly facts: AddressBookFacts | undefined
  readonly noBook: NoBook | undefined
  readonly hasFailed: boolean
  readonly retry: () => void
}

export function useAddressBook(): AddressBook {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const isSolana = address !== undefined && isSolanaAddress(address)
  const isCapital = useIsCapitalAccount()
  const isOnAccount = useWallet((state) => state.connected?.address === address)
  const isContract = useIsContractWallet() && isOnAccount
  const { data, error, refetch } = useQuery({
    queryKey: [...ADDRESS_BOOK, address],
    queryFn: async () => readAddressBook(await client.addressBook()),
    enabled: isReady && !isSolana && !isCapital,
    staleTime: 0,
    retry: false,
    refetchInterval: REFRESH_MS,
  })
  const isUnknown = error instanceof ApiError && error.code === REFUSAL.ACCOUNT_NOT_FOUND
  const reasons: readonly (readonly [boolean, NoBook])[] = [
    [isSolana, 'solana'],
    [isCapital, 'capital'],
    [isContract, 'contract'],
    [isUnknown, 'deposit'],
  ]
  const noBook = reasons.find(([holds]) => holds)?.[1]
  return {
    facts: noBook === undefined ? data : undefined,
    noBook,
    hasFailed: error !== null && noBook === undefined && data === undefined,
    retry: () => void refetch(),
  }
}

export const refreshAddressBook = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ADDRESS_BOOK })

/** What the answer to a change told. */
export const keepAddressBook = (queries: QueryClient, account: string, facts: AddressBookFacts): void =>
  void queries.setQueryData([...ADDRESS_BOOK, account], facts)
