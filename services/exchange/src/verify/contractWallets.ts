/**
 * Approvals by contract wallets (ERC-1271), where no key has signed. Only chains that are watched are asked. The same
 * address may be a contract of another owner on another chain: a new account needs the yes of every contract that stands
 * there, and a known one is asked for where it was opened. The answer goes into the journal, so that a replay asks no chain.
 */
import { bytesToHex, REFUSAL, signerProofDigest, type Address, type Hex } from '@vest/protocol'
import type { Edge } from '../edge.ts'
import { createKeccak256 } from '../keccak.ts'
import { CONTRACT_QUESTIONS_MAX } from '../limits.ts'
import { refuse, tooMany, unavailable, type Refusal } from '../refusal.ts'

/** What a key makes is no longer; the signatures of thirty owners are. */
const KEY_SIGNATURE_HEX = 130
const SIGNATURE_HEX_MAX = 4_096

export interface ContractApproval {
  readonly proofSignature: Hex
  readonly verifyingContract: Address
  readonly proofChainId: number
}

interface Asked {
  readonly account: Address
  readonly signer: Address
  readonly expiryTimeMs: number
  /** As it was sent. */
  readonly signature: string
}

let questions = 0

/** Refuses by name where a contract wallet is meant; undefined: nothing speaks for one. */
export async function approvalByContract(
  edge: Pick<Edge, 'chains' | 'engine' | 'registrationContracts'>,
  asked: Asked,
): Promise<ContractApproval | Refusal | undefined> {
  const proofSignature = bytesOf(asked.signature)
  if (proofSignature === undefined) return undefined
  const known = await edge.engine.query('account', { account: asked.account })
  if (known !== undefined && known.proofChainId === undefined) return undefined
  if (questions >= CONTRACT_QUESTIONS_MAX) return tooMany(1)
  questions += 1
  try {
    const answers = await answersOf(edge, asked, proofSignature, known?.proofChainId)
    const deployed = answers.filter(({ answer }) => answer !== 'absent')
    const [first] = deployed
    if (first === undefined)
      return proofSignature.length > KEY_SIGNATURE_HEX + 2
        ? refuse(REFUSAL.CONTRACT_WALLET_UNKNOWN)
        : undefined
    if (deployed.some(({ answer }) => answer === 'declined')) return refuse(REFUSAL.CONTRACT_WALLET_DECLINED)
    const { verifyingContract, proofChainId } = first
    return { proofSignature, verifyingContract, proofChainId }
  } catch {
    return unavailable('A chain on which this wallet may stand cannot be asked at the moment', 5)
  } finally {
    questions -= 1
  }
}

/** One answer per chain; that of the vault's own address goes before that of the published one. */
async function answersOf(
  { chains, registrationContracts }: Pick<Edge, 'chains' | 'registrationContracts'>,
  { account, signer, expiryTimeMs }: Asked,
  signature: Hex,
  only: number | undefined,
) {
  const keccak = await createKeccak256()
  const [published] = registrationContracts
  return Promise.all(
    chains
      .adapters()
      .filter(({ chainId }) => only === undefined || chainId === only)
      .map(async (chain) => {
        const proofChainId = chain.chainId
        const own = chain.info().router.toLowerCase() as Address
        const contracts = [...new Set(published === undefined ? [own] : [own, published])]
        let verifyingContract = own
        let answer: 'absent' | 'accepted' | 'declined' = 'absent'
        for (verifyingContract of contracts) {
          const digest = bytesToHex(signerProofDigest(verifyingContract, signer, expiryTimeMs, keccak))
          answer = (await chain.contractSignature?.(account, digest, signature)) ?? 'absent'
          if (answer !== 'declined') break
        }
        return { proofChainId, verifyingContract, answer }
      }),
  )
}

/** Bytes as hex with or without 0x, in lower case. */
function bytesOf(text: string): Hex | undefined {
  const digits = text.replace(/^0x/i, '').toLowerCase()
  const isHex = /^([0-9a-f]{2})*$/.test(digits) && digits.length <= SIGNATURE_HEX_MAX
  return isHex ? `0x${digits}` : undefined
}

/** A withdrawal leaves on the chain whose contract approved its signing key: no other vault could ask it. */
export function elsewhereThanContract(
  { chains }: Pick<Edge, 'chains'>,
  registration: { readonly proofChainId?: number } | undefined,
  chainId: number,
): Refusal | undefined {
  const proofChainId = registration?.proofChainId
  if (proofChainId === undefined || proofChainId === chains.payer(chainId)?.chainId) return undefined
  return refuse(REFUSAL.CONTRACT_WALLET_ELSEWHERE)
}
