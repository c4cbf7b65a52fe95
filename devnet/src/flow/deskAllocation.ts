/** Which bot trades which market, and with what share of its means: decided once, by the markets and the bots alone. */
import { MARKET_PROFILES, type MarketProfile } from '../prices/marketProfile.ts'
import type { FlowBot } from './flowBot.ts'
import type { FlowMarket } from './flowExchange.ts'

export interface Desk {
  readonly market: FlowMarket
  readonly profile: MarketProfile
  readonly taker: FlowBot
  readonly takerShare: number
  readonly maker: FlowBot | undefined
  readonly makerShare: number
  /** By business alone, so that open interest stands in proportion to volume. */
  readonly holderShare: number
}

/** Resting bots quote where takers come at least this often. */
const LIQUID_TAKERS_PER_SECOND = 0.05

/** Markets dealt to the takers in order of business, so that each of the busiest has a bot of its own. */
export function allotDesks(markets: readonly FlowMarket[], bots: readonly FlowBot[]): readonly Desk[] {
  const takers = bots.filter((bot) => bot.keys.name.startsWith('taker'))
  const makers = bots.filter((bot) => bot.keys.name.startsWith('maker'))
  const known = new Map(markets.map((market) => [market.symbol, market]))
  const profiles = MARKET_PROFILES.filter((profile) => known.has(profile.symbol)).toSorted(
    (a, b) => b.takersPerSecond - a.takersPerSecond,
  )
  const business = profiles.reduce((total, { takersPerSecond }) => total + takersPerSecond, 0)
  const taken = deal(profiles, takers)
  const made = deal(
    profiles.filter((profile) => profile.takersPerSecond >= LIQUID_TAKERS_PER_SECOND),
    makers,
  )
  return profiles.flatMap((profile): Desk[] => {
    const taker = taken.handOf(profile)
    if (taker === undefined) return []
    return [
      {
        market: known.get(profile.symbol)!,
        profile,
        taker,
        takerShare: taken.shareOf(profile),
        maker: made.handOf(profile),
        makerShare: made.shareOf(profile),
        holderShare: profile.takersPerSecond / business,
      },
    ]
  })
}

interface Deal {
  readonly handOf: (profile: MarketProfile) => FlowBot | undefined
  /** Of a market in the means of the bot that holds it. */
  readonly shareOf: (profile: MarketProfile) => number
}

/** Deals markets to bots in turn, like cards. */
function deal(dealt: readonly MarketProfile[], hands: readonly FlowBot[]): Deal {
  const handBySymbol = new Map(dealt.map((profile, i) => [profile.symbol, hands[i % hands.length]]))
  const handOf = (profile: MarketProfile): FlowBot | undefined => handBySymbol.get(profile.symbol)
  const weights = new Map<FlowBot | undefined, number>()
  for (const profile of dealt) {
    const hand = handOf(profile)
    weights.set(hand, (weights.get(hand) ?? 0) + weightOf(profile))
  }
  return { handOf, shareOf: (profile) => weightOf(profile) / (weights.get(handOf(profile)) ?? 1) }
}

/** Busier markets may be held in larger size: the square root of their rate. */
const weightOf = (profile: MarketProfile): number => Math.sqrt(profile.takersPerSecond)
