export { MarketNotice } from './MarketNotice.tsx'
export { SessionFigure, SessionStrip } from './SessionFigure.tsx'
