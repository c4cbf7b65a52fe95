/**
 * POST /register: the primary key has approved a signing key; the answer is an API key. Repeatable: every call
 * makes a new key, and earlier ones stay valid until their own expiry, a hundred sessions of an account at the most: then
 * the oldest of the same signing key makes room, or else the oldest of all. Only the hash of the key is kept. An approval
 * whose session was revoked, or that a withdrawal has made public, opens no more keys. A contract wallet approves by its own
 * answer on a chain that is watched, and withdraws there alone.
 *
 * With an access token of the identity provider the primary key must be one of that user's as well, or that of a wallet
 * of the capital programme which is theirs: a proof that was copied opens nothing without the session that made it.
 */
import { randomBytes } from 'node:crypto'
import {
  REFUSAL,
  bytesToHex,
  canonicalSignature,
  NETWORK_TYPES,
  registerRequest,
  SIGNER_VALID_MAX_MS,
  solanaAccount,
  solanaApprovalText,
  solanaPublicKey,
  solanaSignedForms,
  timeMs,
  type Address,
  type Hex,
  type NetworkType,
  type RegisterRequest,
  type RegisterResponse,
} from '@vest/protocol'
import type { Edge } from '../../edge.ts'
import { submit } from '../../engineCalls.ts'
import { tellOwner } from '../../identity/tellOwner.ts'
import { isAddress } from '../../isAddress.ts'
import { createKeccak256 } from '../../keccak.ts'
import { hashApiKey } from '../../keyRing.ts'
import { verify } from '../../orders/signedWrite.ts'
import { isRefusal, malformed, refuse, tooMany, type Refusal } from '../../refusal.ts'
import { approvalByContract } from '../../verify/contractWallets.ts'
import { solanaSignatures } from '../../verify/solanaKeys.ts'
import { verifyEd25519 } from '../../verify/verifyEd25519.ts'
import { readBody } from '../readBody.ts'
import { publicRoute } from '../route.ts'

/** Our server is one account group. */
const ACCOUNT_GROUP = 0

/** The one refusal that the engine itself has (`spentProofs.ts`). */
const SPENT = 'This approval was ended, or became public with a withdrawal: approve with another expiryTime'

/** Counted as wrong signatures of a key are. */
const NOT_ITS_OWN: ReadonlySet<number> = new Set([
  REFUSAL.CONTRACT_WALLET_DECLINED,
  REFUSAL.CONTRACT_WALLET_UNKNOWN,
])

/** An approval over ed25519 names no contract. */
const NO_CONTRACT: Address = `0x${'0'.repeat(40)}`

/** Whose primary key is named: what the engine calls it, and how people do. */
interface Primary {
  readonly networkType: NetworkType
  readonly account: Address
  /** As identity knows it: EVM in lower case, or base58. */
  readonly address: string
  readonly publicKey?: Uint8Array
}
interface Approval {
  readonly proofSignature: Hex
  readonly verifyingContract: Address
  /** A contract wallet approved it on this chain. */
  readonly proofChainId?: number
}

export const postRegister = publicRoute('register', async (edge, request) => {
  const body = readBody(registerRequest, request.body)
  if (isRefusal(body)) return body
  const primary = await primaryOf(body)
  if (isRefusal(primary)) return primary
  const signer = body.signingAddr.toLowerCase() as Address
  if (!isAddress(signer)) return malformed('Malformed: signingAddr')
  const nowMs = edge.clock.nowMs()
  if (!Number.isSafeInteger(body.expiryTime)) return malformed('Not an integer: expiryTime')
  if (body.expiryTime <= nowMs || body.expiryTime > nowMs + SIGNER_VALID_MAX_MS)
    return refuse(REFUSAL.INVALID_PARAMETER, 'expiryTime must lie within the next 90 days')

  const blockedS = request.isExempt ? 0 : edge.rateLimits.blockedForS([request.address], nowMs)
  if (blockedS > 0) return tooMany(blockedS)
  const approval = await approvalOf(edge, body, primary, signer)
  if (approval === undefined || (isRefusal(approval) && NOT_ITS_OWN.has(approval.code))) {
    if (!request.isExempt) edge.rateLimits.noteBadSignature([request.address], nowMs)
    return approval ?? refuse(REFUSAL.INVALID_SIGNATURE)
  }
  if (isRefusal(approval)) return approval
  const token = body.accessToken ?? undefined
  if (token !== undefined && !(await isOwn(edge, token, primary))) return refuse(REFUSAL.UNAUTHORIZED)
  const apiKey = randomBytes(32).toString('hex')
  const registration = {
    account: primary.account,
    networkType: primary.networkType,
    signer,
    expiryTimeMs: timeMs(body.expiryTime),
    apiKeyHash: hashApiKey(apiKey),
    ...approval,
  }
  const done = await submit(edge, {
    kind: 'Register',
    ...registration,
    ...(primary.publicKey === undefined ? {} : { publicKey: bytesToHex(primary.publicKey) }),
    isMobile: body.isMobile ?? false,
    ...(typeof body.termsVersion === 'string' ? { termsVersion: body.termsVersion } : {}),
  })
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code, SPENT)
  edge.view.keys.noteSession({ ...registration, createTimeMs: done.timeMs })
  if (!request.isExempt) edge.keyUses.noteMade(registration, request)
  const notice = { kind: 'newSigner', signer, endsMs: body.expiryTime } as const
  await tellOwner(edge, primary, notice, request)
  const answer: RegisterResponse = { apiKey, accGroup: ACCOUNT_GROUP }
  return answer
})

async function isOwn(
  { engine, identity }: Pick<Edge, 'engine' | 'identity'>,
  token: string,
  primary: Primary,
): Promise<boolean> {
  if (identity === undefined) return false
  if ((await identity.port.ownerOf(token, primary.address)) !== undefined) return true
  const [wallet] = await engine.query('capital', { accounts: [primary.account] })
  return wallet !== undefined && (await identity.port.ownerOf(token, wallet.ownerId)) !== undefined
}

async function primaryOf(body: RegisterRequest): Promise<Primary | Refusal> {
  const networkType = body.networkType ?? NETWORK_TYPES.evm
  if (networkType === NETWORK_TYPES.evm) {
    const account = body.primaryAddr.toLowerCase() as Address
    return isAddress(account)
      ? { networkType, account, address: account }
      : malformed('Malformed: primaryAddr')
  }
  if (networkType !== NETWORK_TYPES.solana || /^0x/i.test(body.primaryAddr))
    return refuse(REFUSAL.INVALID_NETWORK_TYPE)
  const publicKey = solanaPublicKey(body.primaryAddr)
  if (publicKey === undefined) return malformed('Malformed: primaryAddr')
  const account = solanaAccount(publicKey, await createKeccak256())
  return { networkType, account, address: body.primaryAddr, publicKey }
}

/** undefined: the primary key did not sign this. */
async function approvalOf(
  edge: Pick<Edge, 'chains' | 'engine' | 'registrationContracts' | 'verifier'>,
  body: RegisterRequest,
  { account, publicKey }: Primary,
  signer: Address,
): Promise<Approval | Refusal | undefined> {
  if (publicKey !== undefined) {
    const forms = solanaSignedForms(solanaApprovalText(signer, body.expiryTime), publicKey)
    const good = solanaSignatures(body.signature).find((signature) =>
      forms.some((form) => verifyEd25519(publicKey, form, signature)),
    )
    return good && { proofSignature: bytesToHex(good), verifyingContract: NO_CONTRACT }
  }
  const asked = { account, signer, expiryTimeMs: body.expiryTime, signature: body.signature }
  const signature = canonicalSignature(body.signature)
  if (signature === undefined) return approvalByContract(edge, asked)
  const verdict = await verify(edge, {
    kind: 'registration',
    account,
    signer,
    expiryTimeMs: body.expiryTime,
    contracts: edge.registrationContracts,
    signature: { compact: signature.compact, recovery: signature.recovery },
  })
  if (isRefusal(verdict)) return verdict
  return verdict.contract === undefined
    ? approvalByContract(edge, asked)
    : { proofSignature: signature.hex, verifyingContract: verdict.contract }
}
