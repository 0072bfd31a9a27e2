<?php

// Guzzle as Debian packages it, and the autoloader that Composer writes for the generated code.
require "/usr/share/php/GuzzleHttp/autoload.php";

spl_autoload_register(function (string $class): void {
    $path = "cards/lib/" . str_replace("\\", "/", substr($class, strlen("Cards\\"))) . ".php";
    if (str_starts_with($class, "Cards\\") && is_file($path)) {
        require $path;
    }
});
