/**
 * A vault on a fresh anvil with every party that has business with it. Requests are built with the encoders of
 * `protocol`, signatures by viem: contract and clients are proven against each other.
 */
import {
  actionTuple,
  bytesToHex,
  CCTP_DOMAIN_HOME,
  signatureProof,
  signerProofTypedData,
  validatorHash,
  type Address,
  type Hex,
} from '@vest/protocol'
import {
  BaseError,
  ContractFunctionRevertedError,
  keccak256,
  parseAbi,
  type Abi,
  type PrivateKeyAccount,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startAnvil } from '../../../devnet/src/chain/anvilProcess.ts'
import { jsonRpc } from '../../../devnet/src/chain/jsonRpc.ts'
import {
  createTransactionSender,
  deployMessenger,
  deployUsdc,
  deployVault,
  fiatTokenAbi,
  letMint,
  vestVaultAbi,
  VAULT_TERMS_DEFAULT,
  type TransactionSender,
  type VaultRoles,
  type VaultTerms,
} from '../index.ts'

export const CHAIN_ID = 42161
export const HOUR_S = 3_600

export interface RequestFields {
  readonly time: number
  readonly nonce: number
  readonly account: string
  readonly recipient: string
  readonly token: string
  readonly size: number
  readonly chainId: number
}
export interface Payload {
  readonly id: Hex
  readonly requestArgs: Hex
  readonly signer: Address
  readonly signature: Hex
  readonly signatureProof: Hex
  readonly validatorSignature: Hex
  readonly isSolanaNative: boolean
}

const ROLES = [
  'deployer',
  'admin',
  'guardian',
  'validator',
  'keeper',
  'trader',
  'session',
  'stranger',
] as const
type Role = (typeof ROLES)[number]
/** FiatToken answers with a bool, other tokens with nothing; the answer is not read. */
const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
const keccak = (bytes: Uint8Array): Uint8Array => keccak256(bytes, 'bytes')

export type VaultWorld = Awaited<ReturnType<typeof startVaultWorld>>

export async function startVaultWorld() {
  const anvil = await startAnvil({ chainId: CHAIN_ID })
  const { rpcUrl } = anvil
  const keys = Object.fromEntries(
    ROLES.map((role) => [role, privateKeyToAccount(generatePrivateKey())]),
  ) as Record<Role, PrivateKeyAccount>
  const senders = {} as Record<Role, TransactionSender>
  for (const role of ROLES) {
    await jsonRpc(rpcUrl, 'anvil_setBalance', [keys[role].address, '0x56bc75e2d63100000'])
    senders[role] = createTransactionSender({ rpcUrl, chainId: CHAIN_ID, account: keys[role], pollMs: 10 })
  }
  const { deployer } = senders
  const usdc = await deployUsdc({ sender: deployer, proxyAdmin: keys.admin.address })
  const attester = privateKeyToAccount(generatePrivateKey())
  const messenger = await deployMessenger(deployer, CCTP_DOMAIN_HOME, {
    token: usdc,
    attester: attester.address,
  })
  await letMint(deployer, usdc, messenger)
  const vaultFor = (
    token: Address,
    terms: Partial<VaultTerms> = {},
    validation: Pick<VaultRoles, 'validators' | 'quorum'> = {
      validators: [keys.validator.address],
      quorum: 1,
    },
  ): Promise<Address> =>
    deployVault({
      ...(token === usdc ? { road: { messenger, solanaKeeperFeeUsd6: 500_000 } } : {}),
      sender: deployer,
      token,
      terms: { ...VAULT_TERMS_DEFAULT, ...terms },
      roles: {
        admin: keys.admin.address,
        guardian: keys.guardian.address,
        keeper: keys.keeper.address,
        ...validation,
      },
    })
  const vault = await vaultFor(usdc)
  const mint = (to: Address, amount: bigint, token: Address = usdc) =>
    deployer.call({ address: token, abi: mintAbi, functionName: 'mint', args: [to, amount] })

  /** Seconds of the chain's clock. */
  const timeS = async (): Promise<number> => Number((await deployer.reader.getBlock()).timestamp)
  const read = <T>(
    functionName: string,
    args: readonly unknown[] = [],
    address: Address = vault,
  ): Promise<T> =>
    deployer.reader.readContract({
      address,
      abi: vestVaultAbi as Abi,
      functionName,
      args: args as unknown[],
    }) as Promise<T>
  const call = (by: Role, functionName: string, args: readonly unknown[] = [], address: Address = vault) =>
    senders[by].call({ address, abi: vestVaultAbi, functionName, args })
  const balanceOf = (account: Address, token: Address = usdc): Promise<bigint> =>
    deployer.reader.readContract({
      address: token,
      abi: fiatTokenAbi,
      functionName: 'balanceOf',
      args: [account],
    })

  let nonce = 0
  const request = async (changes: Partial<RequestFields> = {}): Promise<RequestFields> => ({
    time: (await timeS()) * 1_000,
    nonce: (nonce += 1),
    account: keys.trader.address,
    recipient: keys.trader.address,
    token: usdc,
    size: 100_000_000,
    chainId: CHAIN_ID,
    ...changes,
  })
  const encode = (fields: RequestFields): Hex => bytesToHex(actionTuple({ kind: 'withdraw', ...fields }))
  const personalSign = (by: Role, hash: Hex): Promise<Hex> => keys[by].signMessage({ message: { raw: hash } })
  const proof = async (
    by: Role,
    approved: Address,
    expiryMs: number,
    verifyingContract: Address = vault,
  ): Promise<Hex> => {
    const { domain, types, message } = signerProofTypedData(verifyingContract, approved, expiryMs)
    const signature = await keys[by].signTypedData({
      domain: { ...domain, verifyingContract },
      types: { SignerProof: types.SignerProof },
      primaryType: 'SignerProof',
      message: { approvedSigner: approved, signerExpiry: BigInt(message.signerExpiry) },
    })
    return signatureProof(signature, approved, expiryMs)
  }
  /** An approved withdrawal, signed by the trader's own key unless told otherwise. */
  const approve = async (
    fields: RequestFields,
    changes: Partial<Payload> = {},
    address: Address = vault,
  ): Promise<Payload> => {
    const requestArgs = changes.requestArgs ?? encode(fields)
    const id = keccak256(requestArgs)
    return {
      id,
      requestArgs,
      signer: keys.trader.address,
      signature: await personalSign('trader', id),
      signatureProof: '0x',
      validatorSignature: await personalSign(
        'validator',
        bytesToHex(validatorHash(id, address, CHAIN_ID, keccak)),
      ),
      isSolanaNative: false,
      ...changes,
    }
  }
  const withdrawArgs = (payload: Payload) =>
    [
      payload.requestArgs,
      payload.signer,
      payload.signature,
      payload.signatureProof,
      payload.validatorSignature,
      payload.isSolanaNative,
    ] as const
  const withdraw = (payload: Payload, by: Role = 'stranger', address: Address = vault) =>
    call(by, 'withdraw', withdrawArgs(payload), address)

  return {
    rpcUrl,
    usdc,
    messenger,
    attester,
    vault,
    keys,
    senders,
    vaultFor,
    mint,
    timeS,
    read,
    call,
    balanceOf,
    request,
    encode,
    personalSign,
    proof,
    approve,
    withdrawArgs,
    withdraw,
    /** Moves the chain's clock and makes a block there. */
    pass: async (seconds: number) => {
      await jsonRpc(rpcUrl, 'evm_increaseTime', [seconds])
      await jsonRpc(rpcUrl, 'evm_mine')
    },
    snapshot: () => jsonRpc<Hex>(rpcUrl, 'evm_snapshot'),
    restore: (snapshot: Hex) => jsonRpc<boolean>(rpcUrl, 'evm_revert', [snapshot]),
    stop: anvil.stop,
  }
}

/** The name of the contract's error that ended the call; fails if it did not fail. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) throw new Error('the call was not refused')
  const revert =
    error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  if (!(revert instanceof ContractFunctionRevertedError)) throw error
  // Solidity's own `Error(string)` is named by its text.
  return revert.data && revert.data.errorName !== 'Error'
    ? revert.data.errorName
    : (revert.reason ?? 'revert')
}
