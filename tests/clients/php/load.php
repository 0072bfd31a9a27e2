<?php

// Compiles every class: PHP has no compiler of its own.
require "cards/vendor/autoload.php";

foreach (glob("cards/lib/{,Api/,Model/}*.php", GLOB_BRACE) as $path) {
    require_once $path;
}
