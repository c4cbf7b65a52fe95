// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @notice The least of a contract wallet: it holds for its own what its owner signed, with a mark before it, so that no
/// library takes the signature for one of a key. It can be told to misbehave.
contract OwnedWallet is IERC1271 {
    enum Mood {
        Honest,
        Reverting,
        Burning,
        Chattering
    }

    address public immutable OWNER;
    Mood public mood;

    constructor(address owner) {
        OWNER = owner;
    }

    function setMood(Mood next) external {
        mood = next;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (mood == Mood.Reverting) revert();
        if (mood == Mood.Burning) while (true) {}
        if (mood == Mood.Chattering) {
            assembly {
                mstore(0, 1)
                return(0, 200000)
            }
        }
        if (signature.length != 66 || signature[0] != 0x01) return 0xffffffff;
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(hash, signature[1:]);
        return failure == ECDSA.RecoverError.NoError && signer == OWNER ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
