export { MarketSwitch } from './MarketSwitch.tsx'
