// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice What a deposit address asks its vault.
interface IVaultTerms {
    function tokens(address token)
        external
        view
        returns (bool accepted, uint64 scale, uint64 keeperFee, uint16 hourlyBps, uint128 hourlyFloor, uint128 cap);

    function isKeeper(address keeper) external view returns (bool);
}

/// @title DepositForwarder
/// @notice An account's deposit address. A token that the vault takes can go to one place only, the vault, and
/// anyone may move it there. Everything else (other tokens, the chain's own coin) can go to one place only, the
/// account's own address, when the account itself or a keeper of the vault asks. There is no owner to change, no
/// storage and no other call, so the money in it is as safe as in the vault.
///
/// Each address is a minimal proxy of one implementation with the account written behind its code, made by the
/// standard deployer: the address is known, and money may lie there, before the proxy exists.
contract DepositForwarder {
    using SafeERC20 for IERC20;

    address public immutable VAULT;

    error NotAllowedReturn();
    error TokenIsDeposit();
    error TokenIsNoDeposit();
    error ZeroAddress();

    constructor(address vault) {
        if (vault == address(0)) revert ZeroAddress();
        VAULT = vault;
    }

    /// @notice Whose deposit address this is.
    function account() public view returns (address) {
        return address(bytes20(Clones.fetchCloneArgs(address(this))));
    }

    /// @notice Moves all of `token` that lies here into the vault. Nothing there is nothing to do.
    function sweep(address token) external {
        if (!_isDeposit(token)) revert TokenIsNoDeposit();
        uint256 amount = IERC20(token).balanceOf(address(this));
        if (amount > 0) IERC20(token).safeTransfer(VAULT, amount);
    }

    /// @notice Moves all of `token` that lies here, which the vault does not take, to the account; the zero
    /// address means the chain's own coin.
    function giveBack(address token) external {
        address to = account();
        if (msg.sender != to && !IVaultTerms(VAULT).isKeeper(msg.sender)) revert NotAllowedReturn();
        if (token == address(0)) {
            Address.sendValue(payable(to), address(this).balance);
        } else {
            if (_isDeposit(token)) revert TokenIsDeposit();
            IERC20(token).safeTransfer(to, IERC20(token).balanceOf(address(this)));
        }
    }

    function _isDeposit(address token) private view returns (bool accepted) {
        (accepted,,,,,) = IVaultTerms(VAULT).tokens(token);
    }
}
