/** Registration of signers, and listing and seeding: the commands that make accounts, markets and system money. */
import { valueScale } from '@vest/formulas'
import { type Address, type NetworkType, SESSIONS_MAX, timeMs } from '@vest/protocol'
import { accountAt } from './account.ts'
import type { ListMarket, Register, SeedSystemAccount } from './command.ts'
import { fitsVault, releaseSuspense } from './deposits.ts'
import type { Answer } from './event.ts'
import { credit } from './ledger.ts'
import { mintOperatorShares } from './lpPool.ts'
import { isMarketChangeAllowed } from './parameterRules.ts'
import { deriveParameters } from './parameters.ts'
import { appraiseSleeves, refreshLadder } from './pool.ts'
import { noncesOf } from './replayGuard.ts'
import { type Account, addAccount } from './accountRows.ts'
import { isSpent } from './spentProofs.ts'
import { weekOf } from './week.ts'
import { createMarket, emit, type Exchange } from './state.ts'

/**
 * Repeatable: earlier keys of the pair stay valid until they expire, or make room; expired ones are forgotten. 1130: the
 * approval is spent, another expiry makes it another.
 */
export function register(exchange: Exchange, command: Register): Answer {
  const known = accountAt(exchange, command.account)
  if (known !== undefined && isSpent(known, command)) return { ok: false, code: 1130 }
  const account = known ?? openAccount(exchange, command.account, command.networkType)
  const { registrations } = account
  for (let at = registrations.length - 1; at >= 0; at--)
    if (registrations[at]!.expiryTimeMs <= exchange.timeMs) registrations.splice(at, 1)
  const { networkType, signer, expiryTimeMs, apiKeyHash, proofSignature, verifyingContract } = command
  const repeated = registrations.findIndex((held) => held.signer === signer && held.apiKeyHash === apiKeyHash)
  if (repeated >= 0) registrations.splice(repeated, 1)
  if (exchange.features.boundedNonces) makeRoom(exchange, account, signer)
  account.registrations.push({
    signer,
    networkType,
    expiryTimeMs,
    apiKeyHash,
    proofSignature,
    verifyingContract,
    createTimeMs: exchange.timeMs,
  })
  emit(exchange, {
    kind: 'SignerRegistered',
    accountId: account.id,
    signerIndex: noncesOf(exchange, signer).index,
    account: account.address,
    networkType,
    signer,
    expiryTimeMs,
    apiKeyHash,
    proofSignature,
    verifyingContract,
  })
  releaseSuspense(exchange, account)
  return { ok: true }
}

/**
 * Since feature `boundedNonces` an account has so many sessions and no more: registering needs no money, and every look
 * through them costs everybody. Where there is no room the oldest session of the same signing key ends, so that a program that
 * begins anew all the time ends its own; where that has none, the oldest of all. It is not refused: whoever has lost his
 * keys would be kept from his positions. The approval stays good.
 */
function makeRoom(exchange: Exchange, account: Account, signer: Address): void {
  const { registrations } = account
  const surplus = registrations.length + 1 - SESSIONS_MAX
  if (surplus <= 0) return
  const own = registrations.filter((held) => held.signer === signer)
  const others = registrations.filter((held) => held.signer !== signer)
  const ended = new Set([...own, ...others].slice(0, surplus))
  account.registrations = registrations.filter((held) => !ended.has(held))
  for (const { apiKeyHash } of ended)
    emit(exchange, { kind: 'ApiKeyRevoked', account: account.address, apiKeyHash })
}

function openAccount(exchange: Exchange, address: Address, networkType: NetworkType): Account {
  const account = addAccount(exchange.accountRows, exchange.accounts, address, networkType)
  account.registeredMs = timeMs(exchange.timeMs)
  exchange.points.week ??= weekOf(exchange.timeMs)
  return account
}

/** A market gets the next id. Refused: a symbol that is known (1121), decimals that are not exact (1111), parameters out of range (1130). */
export function listMarket(exchange: Exchange, command: ListMarket): Answer {
  const { spec } = command
  if (exchange.marketIds.has(spec.symbol)) return { ok: false, code: 1121 }
  const decimals = spec.priceDecimals + spec.sizeDecimals
  if (!(spec.priceDecimals >= 0 && spec.sizeDecimals >= 0 && decimals <= 6)) return { ok: false, code: 1111 }
  const { initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed, risk } = spec
  const parameters = { ...risk, initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed }
  if (!isMarketChangeAllowed(parameters, spec)) return { ok: false, code: 1130 }
  const market = createMarket({
    id: exchange.markets.length,
    spec,
    listTimeMs: exchange.timeMs,
    scale: valueScale(spec),
    orders: exchange.orderRows,
  })
  deriveParameters(market, exchange.parameters)
  exchange.markets.push(market)
  exchange.marketIds.set(spec.symbol, market.id)
  emit(exchange, { kind: 'MarketListed', marketId: market.id, spec })
  return { ok: true }
}

/** Money that lies in the vault from the beginning: the counter-entry is VAULT. */
export function seedSystemAccount(exchange: Exchange, command: SeedSystemAccount): Answer {
  if (!Number.isSafeInteger(command.amountUsd6) || command.amountUsd6 < 0) return { ok: false, code: 1130 }
  if (!fitsVault(exchange, command.amountUsd6)) return { ok: false, code: 1130 }
  if (command.account === 'POOL') mintOperatorShares(exchange, command.amountUsd6)
  credit(exchange, command.account, command.amountUsd6)
  credit(exchange, 'VAULT', command.amountUsd6)
  appraiseSleeves(exchange)
  for (const market of exchange.markets) refreshLadder(exchange, market)
  return { ok: true }
}
