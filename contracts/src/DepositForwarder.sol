// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title DepositForwarder
/// @notice A person's deposit address. What is sent to it can go to one place only, the vault, and anyone may
/// move it there. It has no owner, no storage and no other call, so the money in it is as safe as in the vault.
///
/// Each address is a minimal proxy of one implementation, made by the standard deployer with a salt that names
/// the account: the address is known, and money may lie there, before the proxy exists.
contract DepositForwarder {
    using SafeERC20 for IERC20;

    address public immutable VAULT;

    error ZeroAddress();

    constructor(address vault) {
        if (vault == address(0)) revert ZeroAddress();
        VAULT = vault;
    }

    /// @notice Moves all of `token` that lies here into the vault. Nothing there is nothing to do.
    function sweep(address token) external {
        uint256 amount = IERC20(token).balanceOf(address(this));
        if (amount > 0) IERC20(token).safeTransfer(VAULT, amount);
    }
}
