export { MarketNotice } from './MarketNotice.tsx'
export { FundingCountdown, SessionFigure, SessionStrip } from './SessionFigure.tsx'
