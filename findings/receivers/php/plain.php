<?php
header('Content-Type: application/json');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/list') {
    echo json_encode(['value' => $_GET['a'] ?? null]);
} elseif ($path === '/object') {
    echo json_encode(['value' => $_GET['age'] ?? null]);
} elseif ($path === '/query' && $_SERVER['REQUEST_METHOD'] === 'QUERY') {
    echo json_encode(['value' => json_decode(file_get_contents('php://input'))]);
} else {
    http_response_code(404);
}
