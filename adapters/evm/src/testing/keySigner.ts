/** A validator that signs whatever it is asked: for tests of what comes before and after it. */
import type { Address } from '@vest/protocol'
import type { PrivateKeyAccount } from 'viem'
import { validatorDigest, type WithdrawalSigner } from '../validators/index.ts'

export const keySigner = (account: PrivateKeyAccount, vault: Address): WithdrawalSigner => ({
  address: account.address.toLowerCase() as Address,
  sign: (withdrawal) => account.signMessage({ message: { raw: validatorDigest(withdrawal, vault) } }),
})
