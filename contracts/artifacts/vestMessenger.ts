/** Made by the compiler from `src/VestMessenger.sol`; see `src/compile.ts`. Not edited by hand. */
export const vestMessengerAbi = [
 {
  "inputs": [
   {
    "internalType": "uint32",
    "name": "localDomain",
    "type": "uint32"
   }
  ],
  "stateMutability": "nonpayable",
  "type": "constructor"
 },
 {
  "inputs": [],
  "name": "NoAmount",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "NoRecipient",
  "type": "error"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "token",
    "type": "address"
   }
  ],
  "name": "SafeERC20FailedOperation",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "SameDomain",
  "type": "error"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": true,
    "internalType": "address",
    "name": "burnToken",
    "type": "address"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "amount",
    "type": "uint256"
   },
   {
    "indexed": true,
    "internalType": "address",
    "name": "depositor",
    "type": "address"
   },
   {
    "indexed": false,
    "internalType": "bytes32",
    "name": "mintRecipient",
    "type": "bytes32"
   },
   {
    "indexed": false,
    "internalType": "uint32",
    "name": "destinationDomain",
    "type": "uint32"
   },
   {
    "indexed": false,
    "internalType": "bytes",
    "name": "hookData",
    "type": "bytes"
   }
  ],
  "name": "DepositForBurn",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": false,
    "internalType": "bytes",
    "name": "message",
    "type": "bytes"
   }
  ],
  "name": "MessageSent",
  "type": "event"
 },
 {
  "inputs": [],
  "name": "LOCAL_DOMAIN",
  "outputs": [
   {
    "internalType": "uint32",
    "name": "",
    "type": "uint32"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "REMOTE_MINTER",
  "outputs": [
   {
    "internalType": "bytes32",
    "name": "",
    "type": "bytes32"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "VERSION",
  "outputs": [
   {
    "internalType": "uint32",
    "name": "",
    "type": "uint32"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "uint256",
    "name": "amount",
    "type": "uint256"
   },
   {
    "internalType": "uint32",
    "name": "destinationDomain",
    "type": "uint32"
   },
   {
    "internalType": "bytes32",
    "name": "mintRecipient",
    "type": "bytes32"
   },
   {
    "internalType": "address",
    "name": "burnToken",
    "type": "address"
   },
   {
    "internalType": "bytes32",
    "name": "destinationCaller",
    "type": "bytes32"
   },
   {
    "internalType": "uint256",
    "name": "maxFee",
    "type": "uint256"
   },
   {
    "internalType": "uint32",
    "name": "minFinalityThreshold",
    "type": "uint32"
   },
   {
    "internalType": "bytes",
    "name": "hookData",
    "type": "bytes"
   }
  ],
  "name": "depositForBurnWithHook",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 }
] as const

export const vestMessengerBytecode =
  '0x60a0604052348015600e575f5ffd5b506040516108ba3803806108ba833981016040819052602b916038565b63ffffffff166080526060565b5f602082840312156047575f5ffd5b815163ffffffff811681146059575f5ffd5b9392505050565b6080516108356100855f395f8181605301528181610153015261035001526108355ff3fe608060405234801561000f575f5ffd5b506004361061004a575f3560e01c8063144dd0cc1461004e57806318b5e48f1461008f578063779b432d146100c4578063ffa1ad74146100d9575b5f5ffd5b6100757f000000000000000000000000000000000000000000000000000000000000000081565b60405163ffffffff90911681526020015b60405180910390f35b6100b67f868ffa6aaadf895724862bb2b50b5c053ab8d5607450132be49e734ec4a34ea581565b604051908152602001610086565b6100d76100d236600461050d565b6100e1565b005b610075600181565b885f0361011a576040517ff792180a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b86610151576040517f65a4920b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b7f000000000000000000000000000000000000000000000000000000000000000063ffffffff168863ffffffff16036101b6576040517faa68646300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6101d873ffffffffffffffffffffffffffffffffffffffff871633308c6103fc565b6040517f42966c68000000000000000000000000000000000000000000000000000000008152600481018a905273ffffffffffffffffffffffffffffffffffffffff8716906342966c68906024015f604051808303815f87803b15801561023d575f5ffd5b505af115801561024f573d5f5f3e3d5ffd5b505050503373ffffffffffffffffffffffffffffffffffffffff168673ffffffffffffffffffffffffffffffffffffffff167f9946309ca33e9600961123209de37e90318dc29bc109dc83878c5569aff817328b8a8c87876040516102b89594939291906105eb565b60405180910390a35f600173ffffffffffffffffffffffffffffffffffffffff8816898c33895f5f8a8a6040516020016102fb9a99989796959493929190610652565b604080518083037fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe001815291905290507f8c5261668696ce22758910d05bab8f186d6eb247ceac2af2e82c7dc17669b03660017f00000000000000000000000000000000000000000000000000000000000000008b5f307f868ffa6aaadf895724862bb2b50b5c053ab8d5607450132be49e734ec4a34ea58c8b5f8a6040516020016103b09a999897969594939291906106d8565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152908290526103e8916107e2565b60405180910390a150505050505050505050565b61040a848484846001610462565b61045c576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015260240160405180910390fd5b50505050565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8781166004528616602452604485905291602083606481808c5af1925060015f511483166104e45783831516156104d8573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b803563ffffffff81168114610508575f5ffd5b919050565b5f5f5f5f5f5f5f5f5f6101008a8c031215610526575f5ffd5b8935985061053660208b016104f5565b975060408a0135965060608a013573ffffffffffffffffffffffffffffffffffffffff81168114610565575f5ffd5b955060808a0135945060a08a0135935061058160c08b016104f5565b925060e08a013567ffffffffffffffff81111561059c575f5ffd5b8a01601f81018c136105ac575f5ffd5b803567ffffffffffffffff8111156105c2575f5ffd5b8c60208284010111156105d3575f5ffd5b60208201935080925050509295985092959850929598565b85815284602082015263ffffffff8416604082015260806060820152816080820152818360a08301375f81830160a090810191909152601f9092017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0160101949350505050565b7fffffffff000000000000000000000000000000000000000000000000000000008b60e01b1681528960048201528860248201528760448201528660648201528560848201528460a48201528360c4820152818360e48301375f910160e4019081529998505050505050505050565b5f81518060208401855e5f93019283525090919050565b7fffffffff000000000000000000000000000000000000000000000000000000008b60e01b1681527fffffffff000000000000000000000000000000000000000000000000000000008a60e01b1660048201527fffffffff000000000000000000000000000000000000000000000000000000008960e01b16600882015287600c82015286602c82015285604c82015284606c8201527fffffffff000000000000000000000000000000000000000000000000000000008460e01b16608c8201527fffffffff000000000000000000000000000000000000000000000000000000008360e01b1660908201525f6107d260948301846106c1565b9c9b505050505050505050505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f8301168401019150509291505056' as const
