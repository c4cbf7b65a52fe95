import { describeHistory } from './describeHistory.ts'

describeHistory({ title: 'a history', halfMsMax: 200_000 })
