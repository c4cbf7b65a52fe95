/**
 * Faults that tests plant to show that their net catches them. No production path passes one.
 */
export type PlantedBug =
  /** The group is written but not synced before it counts as durable. */
  | 'skipSync'
  /** All groups under way count as durable as soon as one of them is. */
  | 'ackWithAnother'
  /** A frame says that nothing in front of it is under way, whatever is. */
  | 'nothingOpen'
  /** Answers leave before the group is written. */
  | 'ackBeforeWrite'
  /** Recovery takes the last durable group for a torn one. */
  | 'recoveryOffByOne'
  /** The next life takes what it finds for durable. */
  | 'trustWhatIsFound'
  /** The clock's word is taken as it is, also when it goes back. */
  | 'timeGoesBack'
  /** A restart forgets which hour was last charged. */
  | 'fundingTwice'
  /** The name of a new segment is not made durable. */
  | 'skipDirectorySync'
  /** A segment goes before its archive is durable. */
  | 'skipArchiveSync'
  /** A snapshot is believed without looking at its checksum. */
  | 'trustAnySnapshot'
  /** A snapshot says that it holds a command that it left out. */
  | 'snapshotSkipsLast'
