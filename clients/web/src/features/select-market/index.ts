export { MarketSwitch } from './MarketSwitch.tsx'
export { MarketsTable } from './MarketsTable.tsx'
