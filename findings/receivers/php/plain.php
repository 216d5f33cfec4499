<?php
header('Content-Type: application/json');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/list') {
    echo json_encode(['value' => $_GET['a'] ?? null]);
} elseif ($path === '/object') {
    echo json_encode(['value' => $_GET['age'] ?? null]);
} else {
    http_response_code(404);
}
