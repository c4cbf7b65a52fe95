/** A certificate of a failed evaluation, as an exchange of tests has signed it: for the gallery. */
import type { CapitalVerdictResponse } from '@vest/protocol'

export const VERDICT_SAMPLE: CapitalVerdictResponse = {
  signer: '0xa8049bb68181799124f98e467dd749e120abfa64',
  certificate: `{
 "body": {
  "format": "vest-verdict-1",
  "seq": 31,
  "time": 1800000096000,
  "account": "0xaa0000000000000000000000000000000000038e",
  "owner": "0xaa00000000000000000000000000000000000001",
  "stage": "EVAL",
  "purchase": {
   "id": "0x1111111111111111111111111111111111111111111111111111111111111111",
   "time": 1800000000000,
   "plan": "Gold",
   "priceId": "price_gold"
  },
  "rulebook": "vest-capital-1",
  "rules": {
   "size": 10000000000,
   "goalRatio": 1000,
   "maxDailyLossRatio": 400,
   "maxDrawdownRatio": 600,
   "minTradingDays": 0
  },
  "openedTime": 1800000000000,
  "verdict": "MAX_DAILY_LOSS",
  "equity": 9591345633,
  "limits": {
   "target": 11000000000,
   "maxDrawdown": 9400000000,
   "maxDailyLoss": 9600000000
  },
  "balance": 9996525981,
  "dayBalance": 10000000000,
  "tradingDays": 1,
  "passingSince": null,
  "positions": [
   {
    "symbol": "AAPL-USD-PERP",
    "priceDecimals": 2,
    "sizeDecimals": 4,
    "isLong": true,
    "size": 1500000,
    "cost": 34740180348,
    "entryFunding": "0",
    "isolatedMargin": null,
    "mark": 22890,
    "markBefore": 22910,
    "indexTrail": [
     23150,
     23110,
     23070,
     23030,
     22990,
     22950,
     22910
    ],
    "indexTrailTime": 1800000091000,
    "cumFunding": "0",
    "cumFundingBefore": null,
    "reopenedTime": null
   }
  ],
  "resets": [
   {
    "time": 1800000000000,
    "balance": 10000000000
   }
  ],
  "fills": [
   {
    "tradeId": 1,
    "time": 1800000000000,
    "symbol": "AAPL-USD-PERP",
    "isBuy": true,
    "price": 23159,
    "size": 1079913,
    "value": 25009705167,
    "fee": 2500971,
    "pnl": 0
   },
   {
    "tradeId": 2,
    "time": 1800000000000,
    "symbol": "AAPL-USD-PERP",
    "isBuy": true,
    "price": 23163,
    "size": 420087,
    "value": 9730475181,
    "fee": 973048,
    "pnl": 0
   }
  ],
  "funding": [],
  "adjustments": [],
  "withdrawals": []
 },
 "signer": "0xa8049bb68181799124f98e467dd749e120abfa64",
 "signature": "0x8490ceeac770a40c52544193fc59061c6cebc0d1805c13568ba04436c3a62d63511ab20cfef1b0245cf58d99244f176f3d6f361431735d486da99730e87401131c"
}
`,
}
