/**
 * Asks all validators at once and puts together what the vault wants: as many signatures as its quorum, in ascending
 * order of their signers. A signature that is not of the one who was asked counts as none.
 */
import {
  bytesToHex,
  hexToBytes,
  rebalanceRelease,
  solanaRelease,
  validatorHash,
  type Address,
  type Hex,
} from '@vest/protocol'
import { concatHex, keccak256, recoverMessageAddress } from 'viem'
import { NotEnoughSignaturesError, type WithdrawalSigner, type WithdrawalToSign } from './withdrawalSigner.ts'

export interface VaultQuorum {
  readonly validators: readonly Address[]
  readonly quorum: number
}

export async function collectSignatures(
  signers: readonly WithdrawalSigner[],
  { validators, quorum }: VaultQuorum,
  vault: Address,
  withdrawal: WithdrawalToSign,
): Promise<Hex> {
  const known = new Set(validators.map((address) => address.toLowerCase()))
  const raw = validatorDigest(withdrawal, vault)
  const answers = await Promise.allSettled(
    signers.filter(({ address }) => known.has(address)).map((signer) => signedBy(signer, withdrawal, raw)),
  )
  const signed = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  if (signed.length < quorum) throw new NotEnoughSignaturesError(shortage(signed.length, quorum, answers))
  return concatHex(
    signed
      .toSorted((a, b) => (a.address < b.address ? -1 : 1))
      .slice(0, quorum)
      .map(({ signature }) => signature),
  )
}

/** What a validator signs by personal_sign: keccak256(abi.encode(id, vault, chainId)), of what goes to Solana, and of lots, over their release. */
export function validatorDigest(
  { id, chainId, solana, isRebalance }: Omit<WithdrawalToSign, 'requestArgs'>,
  vault: Address,
): Hex {
  const released =
    isRebalance === true
      ? bytesToHex(rebalanceRelease(id, keccakBytes))
      : solana === undefined
        ? id
        : bytesToHex(solanaRelease(id, solana.mintRecipient, solana.isVouched, keccakBytes))
  return bytesToHex(validatorHash(released, vault, chainId, keccakBytes))
}

const keccakBytes = (bytes: Uint8Array): Uint8Array => hexToBytes(keccak256(bytes))

async function signedBy(signer: WithdrawalSigner, withdrawal: WithdrawalToSign, raw: Hex) {
  const { address } = signer
  const signature = await signer.sign(withdrawal)
  const recovered = await recoverMessageAddress({ message: { raw }, signature })
  if (signature.length !== 132 || recovered.toLowerCase() !== address)
    throw new Error(`the answer of validator ${address} is not its signature`)
  return { address, signature }
}

function shortage(signed: number, quorum: number, answers: readonly PromiseSettledResult<unknown>[]): string {
  const reasons = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as Error).message] : [],
  )
  return `${signed} of ${quorum} validators signed: ${reasons.join('; ') || 'no other is known here'}`
}
