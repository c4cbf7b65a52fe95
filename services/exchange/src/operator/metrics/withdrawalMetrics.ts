/** What may hold up withdrawals: a vault that holds less than it should, and validators that do not answer. */
import type { ValidatorHealth } from '@vest/evm'
import { Gauge, type Registry } from 'prom-client'
import { askedGauge } from './askedGauge.ts'

export interface WithdrawalMetrics {
  /** Found less expected in the vault of a chain, at its newest final block. */
  reserves(chainId: number, differenceUsd6: bigint): void
  /** Whom to ask whether withdrawals wait because a vault holds less than it should. */
  countReleases(releases: { areStopped(): boolean }): void
  /** Whom to ask how the validators are. */
  countValidators(health: () => readonly ValidatorHealth[]): void
}

export function createWithdrawalMetrics(registry: Registry): WithdrawalMetrics {
  const registers = [registry]
  const reserves = new Gauge({
    name: 'vest_reserves_difference_usd6',
    help: 'Micro-dollars in the vault beyond what its logs say, at the newest final block. Less than 0 stops withdrawals.',
    labelNames: ['chain'],
    registers,
  })
  let validators: (() => readonly ValidatorHealth[]) | undefined
  const ofValidators = (
    name: string,
    help: string,
    value: (one: ValidatorHealth) => number | undefined,
  ): void =>
    void new Gauge({
      name,
      help,
      labelNames: ['validator'],
      registers,
      collect() {
        for (const one of validators?.() ?? []) {
          const told = value(one)
          if (told !== undefined) this.set({ validator: one.address }, told)
        }
      },
    })
  ofValidators(
    'vest_validator_up',
    '1 where the validator answered when it was asked last. Too few, and withdrawals wait as NEW.',
    ({ isUp }) => (isUp ? 1 : 0),
  )
  ofValidators(
    'vest_validator_refusals',
    'Requests to sign that the validator refused, since this process began. Each is asked again.',
    ({ refusals }) => refusals,
  )
  ofValidators(
    'vest_validator_failures',
    'Calls that the validator did not answer, since this process began.',
    ({ failures }) => failures,
  )
  ofValidators(
    'vest_validator_seq',
    'The last command in the copy of the journal of the validator; compare with vest_core_seq.',
    ({ seq: copied }) => copied,
  )
  let releases: { areStopped(): boolean } | undefined
  askedGauge(
    registry,
    'vest_releases_stopped',
    '1 while no withdrawal is released because a vault holds less than it should.',
    () => (releases?.areStopped() === true ? 1 : 0),
  )

  return {
    reserves: (chainId, differenceUsd6) => reserves.set({ chain: String(chainId) }, Number(differenceUsd6)),
    countReleases: (counted) => void (releases = counted),
    countValidators: (health) => void (validators = health),
  }
}
