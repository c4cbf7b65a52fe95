export { MarketSwitch } from './MarketSwitch.tsx'
export { LongShort, MarketsTable } from './MarketsTable.tsx'
