/** Faults that tests plant to show that a check catches them. No production path passes one. */
export type PlantedBug =
  /** The group is written but not synced before it counts as durable. */
  | 'skipSync'
  /** All groups under way count as durable as soon as one of them is. */
  | 'ackWithAnother'
  /** A frame says that nothing before it is under way, in every case. */
  | 'nothingOpen'
  /** Answers leave before the group is written. */
  | 'ackBeforeWrite'
  /** Recovery treats the last durable group as a torn one. */
  | 'recoveryOffByOne'
  /** The next life treats everything that it finds as durable. */
  | 'trustWhatIsFound'
  /** The clock is used unchanged, also when it goes back. */
  | 'timeGoesBack'
  /** A restart forgets which hour was last charged. */
  | 'fundingTwice'
  /** The name of a new segment is not made durable. */
  | 'skipDirectorySync'
  /** A segment is removed before its archive is durable. */
  | 'skipArchiveSync'
  /** A snapshot is used without a check of its checksum. */
  | 'trustAnySnapshot'
  /** A snapshot claims a command that it left out. */
  | 'snapshotSkipsLast'
