/** Made by the compiler from `src/BridgedUsdc.sol`; see `src/compile.ts`. Not edited by hand. */
export const bridgedUsdcAbi = [
 {
  "inputs": [],
  "stateMutability": "nonpayable",
  "type": "constructor"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "spender",
    "type": "address"
   },
   {
    "internalType": "uint256",
    "name": "allowance",
    "type": "uint256"
   },
   {
    "internalType": "uint256",
    "name": "needed",
    "type": "uint256"
   }
  ],
  "name": "ERC20InsufficientAllowance",
  "type": "error"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "sender",
    "type": "address"
   },
   {
    "internalType": "uint256",
    "name": "balance",
    "type": "uint256"
   },
   {
    "internalType": "uint256",
    "name": "needed",
    "type": "uint256"
   }
  ],
  "name": "ERC20InsufficientBalance",
  "type": "error"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "approver",
    "type": "address"
   }
  ],
  "name": "ERC20InvalidApprover",
  "type": "error"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "receiver",
    "type": "address"
   }
  ],
  "name": "ERC20InvalidReceiver",
  "type": "error"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "sender",
    "type": "address"
   }
  ],
  "name": "ERC20InvalidSender",
  "type": "error"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "spender",
    "type": "address"
   }
  ],
  "name": "ERC20InvalidSpender",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "NotMinter",
  "type": "error"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": true,
    "internalType": "address",
    "name": "owner",
    "type": "address"
   },
   {
    "indexed": true,
    "internalType": "address",
    "name": "spender",
    "type": "address"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "value",
    "type": "uint256"
   }
  ],
  "name": "Approval",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": true,
    "internalType": "address",
    "name": "from",
    "type": "address"
   },
   {
    "indexed": true,
    "internalType": "address",
    "name": "to",
    "type": "address"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "value",
    "type": "uint256"
   }
  ],
  "name": "Transfer",
  "type": "event"
 },
 {
  "inputs": [],
  "name": "MINTER",
  "outputs": [
   {
    "internalType": "address",
    "name": "",
    "type": "address"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "owner",
    "type": "address"
   },
   {
    "internalType": "address",
    "name": "spender",
    "type": "address"
   }
  ],
  "name": "allowance",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "spender",
    "type": "address"
   },
   {
    "internalType": "uint256",
    "name": "value",
    "type": "uint256"
   }
  ],
  "name": "approve",
  "outputs": [
   {
    "internalType": "bool",
    "name": "",
    "type": "bool"
   }
  ],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "account",
    "type": "address"
   }
  ],
  "name": "balanceOf",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "decimals",
  "outputs": [
   {
    "internalType": "uint8",
    "name": "",
    "type": "uint8"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "to",
    "type": "address"
   },
   {
    "internalType": "uint256",
    "name": "amount",
    "type": "uint256"
   }
  ],
  "name": "mint",
  "outputs": [
   {
    "internalType": "bool",
    "name": "",
    "type": "bool"
   }
  ],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "name",
  "outputs": [
   {
    "internalType": "string",
    "name": "",
    "type": "string"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "symbol",
  "outputs": [
   {
    "internalType": "string",
    "name": "",
    "type": "string"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "totalSupply",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "to",
    "type": "address"
   },
   {
    "internalType": "uint256",
    "name": "value",
    "type": "uint256"
   }
  ],
  "name": "transfer",
  "outputs": [
   {
    "internalType": "bool",
    "name": "",
    "type": "bool"
   }
  ],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "from",
    "type": "address"
   },
   {
    "internalType": "address",
    "name": "to",
    "type": "address"
   },
   {
    "internalType": "uint256",
    "name": "value",
    "type": "uint256"
   }
  ],
  "name": "transferFrom",
  "outputs": [
   {
    "internalType": "bool",
    "name": "",
    "type": "bool"
   }
  ],
  "stateMutability": "nonpayable",
  "type": "function"
 }
] as const

export const bridgedUsdcBytecode =
  '0x60a060405234801561000f575f5ffd5b50604051806040016040528060088152602001672aa9a21021b7b4b760c11b815250604051806040016040528060048152602001635553444360e01b815250816003908161005d9190610119565b50600461006a8282610119565b505033608052506101d7565b634e487b7160e01b5f52604160045260245ffd5b600181811c9082168061009e57607f821691505b6020821081036100bc57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f821115610114578282111561011457805f5260205f20601f840160051c60208510156100ed57505f5b90810190601f840160051c035f5b81811015610110575f838201556001016100fb565b5050505b505050565b81516001600160401b0381111561013257610132610076565b61014681610140845461008a565b846100c2565b6020601f821160018114610178575f83156101615750848201515b5f19600385901b1c1916600184901b1784556101d0565b5f84815260208120601f198516915b828110156101a75787850151825560209485019460019092019101610187565b50848210156101c457868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b608051610a2b6101f65f395f81816101ea01526103160152610a2b5ff3fe608060405234801561000f575f5ffd5b50600436106100c4575f3560e01c806340c10f191161007d578063a9059cbb11610058578063a9059cbb1461018d578063dd62ed3e146101a0578063fe6d8124146101e5575f5ffd5b806340c10f191461013d57806370a082311461015057806395d89b4114610185575f5ffd5b806318160ddd116100ad57806318160ddd1461010957806323b872dd1461011b578063313ce5671461012e575f5ffd5b806306fdde03146100c8578063095ea7b3146100e6575b5f5ffd5b6100d0610231565b6040516100dd9190610874565b60405180910390f35b6100f96100f43660046108ef565b6102c1565b60405190151581526020016100dd565b6002545b6040519081526020016100dd565b6100f9610129366004610917565b6102da565b604051601281526020016100dd565b6100f961014b3660046108ef565b6102fd565b61010d61015e366004610951565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b6100d0610380565b6100f961019b3660046108ef565b61038f565b61010d6101ae366004610971565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b61020c7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016100dd565b606060038054610240906109a2565b80601f016020809104026020016040519081016040528092919081815260200182805461026c906109a2565b80156102b75780601f1061028e576101008083540402835291602001916102b7565b820191905f5260205f20905b81548152906001019060200180831161029a57829003601f168201915b5050505050905090565b5f336102ce81858561039c565b60019150505b92915050565b5f336102e78582856103ae565b6102f2858585610481565b506001949350505050565b5f3373ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000161461036d576040517ff8d2906c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610377838361052a565b50600192915050565b606060048054610240906109a2565b5f336102ce818585610481565b6103a98383836001610588565b505050565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff81101561047b578181101561046d576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260248101829052604481018390526064015b60405180910390fd5b61047b84848484035f610588565b50505050565b73ffffffffffffffffffffffffffffffffffffffff83166104d0576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f6004820152602401610464565b73ffffffffffffffffffffffffffffffffffffffff821661051f576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610464565b6103a98383836106cd565b73ffffffffffffffffffffffffffffffffffffffff8216610579576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610464565b6105845f83836106cd565b5050565b73ffffffffffffffffffffffffffffffffffffffff84166105d7576040517fe602df050000000000000000000000000000000000000000000000000000000081525f6004820152602401610464565b73ffffffffffffffffffffffffffffffffffffffff8316610626576040517f94280d620000000000000000000000000000000000000000000000000000000081525f6004820152602401610464565b73ffffffffffffffffffffffffffffffffffffffff8085165f908152600160209081526040808320938716835292905220829055801561047b578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925846040516106bf91815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff8316610704578060025f8282546106f991906109f3565b909155506107b49050565b73ffffffffffffffffffffffffffffffffffffffff83165f9081526020819052604090205481811015610789576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024810182905260448101839052606401610464565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff82166107dd57600280548290039055610808565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef8360405161086791815260200190565b60405180910390a3505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b803573ffffffffffffffffffffffffffffffffffffffff811681146108ea575f5ffd5b919050565b5f5f60408385031215610900575f5ffd5b610909836108c7565b946020939093013593505050565b5f5f5f60608486031215610929575f5ffd5b610932846108c7565b9250610940602085016108c7565b929592945050506040919091013590565b5f60208284031215610961575f5ffd5b61096a826108c7565b9392505050565b5f5f60408385031215610982575f5ffd5b61098b836108c7565b9150610999602084016108c7565b90509250929050565b600181811c908216806109b657607f821691505b6020821081036109ed577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b808201808211156102d4577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd' as const
