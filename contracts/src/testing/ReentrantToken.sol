// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A token that, while it moves, calls the vault with a prepared payload and remembers how that
/// ended. It stands for every token or recipient that would take its chance in the middle of a payout.
contract ReentrantToken is ERC20 {
    uint8 private immutable _decimals;
    address private _target;
    bytes private _call;
    bool public attempted;
    bool public succeeded;
    bytes public answer;

    constructor(uint8 decimals_) ERC20("Reentrant", "REENT") {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function arm(address target, bytes calldata call) external {
        _target = target;
        _call = call;
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (_target == address(0)) return;
        address target = _target;
        _target = address(0);
        attempted = true;
        (succeeded, answer) = target.call(_call);
    }
}
