// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title BridgedUsdc
/// @notice What stands for USDC on BNB Smart Chain, on a local chain: a plain token of 18 decimals. It takes no signed
/// authorizations, so money reaches the vault by transfers alone.
contract BridgedUsdc is ERC20 {
    address public immutable MINTER;

    error NotMinter();

    constructor() ERC20("USD Coin", "USDC") {
        MINTER = msg.sender;
    }

    /// @return Always true, as Circle's token answers.
    function mint(address to, uint256 amount) external returns (bool) {
        if (msg.sender != MINTER) revert NotMinter();
        _mint(to, amount);
        return true;
    }
}
