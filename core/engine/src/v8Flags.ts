/**
 * V8 settings for the engine: its hot paths are many short functions over a few arrays, which benefit from far more
 * inlining than the default budget of 920 bytes of bytecode allows (measured: a fifth of the time per command).
 * Without the third setting even the smallest functions are called, not inlined, once a caller holds 4,600 bytes;
 * without the last, those of rare branches are called, and after a call everything known of rows and fields is read
 * again. The second and third are just large enough that an order leaves nothing on the heap (with half of them: 21
 * bytes a command). The fourth is the size up to which a function is inlined whatever the budget: that of the accessors
 * through which rules read rows, of which most are a few bytes above the default of 27 (a tenth of the time). They apply to all code of the process, and compilation with values twice as large keeps a
 * processor busy for the first half minute of load: on a busy machine a newly started exchange took 620 orders a
 * second instead of 1,106.
 */

export const V8_FLAGS = [
  '--max-inlined-bytecode-size=4000',
  '--max-inlined-bytecode-size-cumulative=24000',
  '--max-inlined-bytecode-size-absolute=60000',
  '--max-inlined-bytecode-size-small=50',
  '--min-inlining-frequency=0.01',
] as const
