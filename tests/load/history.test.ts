import { describeHistory } from './describeHistory.ts'

describeHistory({ title: 'a history', operations: 30_000, halfMsMax: 200_000 })
