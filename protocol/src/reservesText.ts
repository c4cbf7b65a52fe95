/** What the exchange signs of a statement of reserves, by personal_sign over its keccak256: every field of it, line by line. */
import type { ReservesStatement } from './wire/reserveAnswers.ts'

export const reservesText = (statement: Omit<ReservesStatement, 'signature'>): string =>
  [
    'Vest statement of reserves',
    `seq ${statement.seq}`,
    `time ${statement.time}`,
    `root ${statement.root}`,
    `leaves ${statement.leaves}`,
    `liabilities ${statement.liabilities}`,
    `lacking ${statement.lacking}`,
    ...statement.chains.map(
      ({ chainId, vault, blockNumber, expected, found }) =>
        `chain ${chainId} vault ${vault} block ${blockNumber} expected ${expected} found ${found}`,
    ),
    ...statement.underWay.map(
      ({ fromChainId, toChainId, size, since }) =>
        `lot from ${fromChainId} to ${toChainId} size ${size} since ${since}`,
    ),
    `signer ${statement.signer}`,
  ].join('\n')
