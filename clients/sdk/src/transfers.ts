/** Money in and out: deposits by a signed authorization, and withdrawals. */
import type { DepositAuthorizedRequest, TransferRow } from '@vest/protocol'
import {
  bytesToHex,
  CHAIN_SOLANA,
  DEPOSIT_AUTHORIZATION_VALID_S,
  hexToBytes,
  isSolanaAddress,
  solanaPublicKey,
  WALLET_SENTENCES,
} from '@vest/protocol'
import { type CallError, type SignedWriteError, ValidationError } from './errors.ts'
import type { DepositSigner } from './sessionSigner.ts'
import { signedAccount } from './signedAccount.ts'
import { sendSigned, type SessionPort, type WriteOptions } from './signedWrite.ts'

/** 5010: the nonce was used; 1149: not for this account; 5002, 5009, 5011, 5013 arrive as status REJECTED. */
export type WithdrawError = SignedWriteError<'withdraw'>
/** 5010: the authorization's nonce was used; 5013 arrives as status REJECTED. */
export type DepositAuthorizedError = CallError<'depositAuthorized'>

export interface GaslessDeposit {
  readonly primary: DepositSigner
  /** Micro-USDC, whole. */
  readonly size: number
  /** Absent: the default chain. */
  readonly chainId?: number | undefined
}

export interface WithdrawIntent {
  /** Who receives it: an address on `chainId`; on Solana (0) the wallet's own, in base58. */
  readonly recipient: string
  /** The token's contract address from `chains()`; for Solana that of its row there. */
  readonly token: string
  /** Micro-USDC, whole: amount times 10^6 on every chain. */
  readonly size: number
  readonly chainId: number
  /** True: the exchange's keeper calls the contract; false: the owner does, once VERIFIED. */
  readonly execute: boolean
}

export const transfers = (session: SessionPort) => {
  const { http } = session

  return {
    /** The transfer with this nonce, of any key or of `signer`'s, or undefined. Throws {@link PrivateReadError}. */
    findTransferByNonce: async (nonce: number, signer?: string): Promise<TransferRow | undefined> =>
      (await http.call('transfers', { query: { nonce, signer, orderType: 'WITHDRAW' } })).find(
        (row) => row.nonce === nonce,
      ),

    /** Signs and sends a withdrawal ([7.22]); its record becomes VERIFIED, then FILLED. Throws {@link WithdrawError}. */
    async withdraw(withdrawal: WithdrawIntent, options: WriteOptions = {}) {
      checkWithdrawal(withdrawal)
      const { recipient, token, size, chainId, execute } = withdrawal
      return sendSigned(session, {
        call: 'withdraw',
        kind: 'withdraw',
        nonces: 1,
        options,
        body: async ({ time, nonce, recvWindow, signer }) => ({
          order: { time, nonce, recipient, token, size, chainId },
          execute,
          recvWindow,
          signature: await signer.sign({
            kind: 'withdraw',
            time,
            nonce,
            account: signedAccount(session),
            recipient: signedRecipient(withdrawal),
            token,
            size,
            chainId,
          }),
        }),
      })
    },

    /**
     * A deposit for which its owner needs no gas: the primary key signs an authorization to the vault of a chain, and
     * the exchange sends it there. Answers the transfer's id. Throws {@link DepositAuthorizedError}, ValidationError
     * where the chain knows no such deposits.
     */
    async depositGasless({ primary, size, chainId }: GaslessDeposit) {
      const chains = await http.call('chains')
      const chain = chainId === undefined ? chains[0] : chains.find((each) => each.chainId === chainId)
      const token = chain?.tokens.find(({ authorization }) => authorization !== null)
      if (chain === undefined || !token?.authorization)
        throw new ValidationError('chainId', 'This chain takes no gasless deposits')
      const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
      const validBeforeS = Math.floor(http.time.now() / 1_000) + DEPOSIT_AUTHORIZATION_VALID_S
      const { name, version } = token.authorization
      const signature = await primary.signDeposit({
        token: { name, version, chainId: chain.chainId, address: token.address },
        from: primary.address,
        to: chain.vault,
        value: String(size),
        validAfterS: 0,
        validBeforeS,
        nonce,
      })
      return http.call('depositAuthorized', {
        body: {
          account: primary.address.toLowerCase(),
          value: String(size),
          valid_after: 0,
          valid_before: validBeforeS,
          nonce,
          signature,
          chain_id: chain.chainId,
        },
      })
    },

    /**
     * Hands in a gasless deposit that the primary wallet signed ([7.24], see `depositAuthorizationTypedData`).
     * The same body again yields the same id. Throws {@link DepositAuthorizedError}.
     */
    depositAuthorized: (request: DepositAuthorizedRequest) =>
      http.call('depositAuthorized', { body: request }),
  }
}

function checkWithdrawal({ recipient, token, size, chainId }: WithdrawIntent): void {
  if (!Number.isSafeInteger(size) || size <= 0) throw new ValidationError('size', 'Must be a positive number')
  if (!isAddress(token)) throw new ValidationError('token', 'Must be a contract address')
  const isRecipient = chainId === CHAIN_SOLANA ? isSolanaAddress(recipient) : isAddress(recipient)
  if (!isRecipient) throw new ValidationError('recipient', WALLET_SENTENCES.invalidRecipient)
}

/** As the signed tuple carries it: an address, or a public key of 32 bytes. */
function signedRecipient({ recipient, chainId }: WithdrawIntent): string {
  const key = chainId === CHAIN_SOLANA ? solanaPublicKey(recipient) : undefined
  return key === undefined ? recipient : bytesToHex(key)
}

const isAddress = (text: string): boolean =>
  /^0x[0-9a-fA-F]{40}$/.test(text) && hexToBytes(text).some((byte) => byte !== 0)
