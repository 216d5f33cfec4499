<?php
header('Content-Type: application/json');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/list') {
    echo json_encode(['value' => $_GET['a'] ?? null]);
} elseif ($path === '/object') {
    echo json_encode(['value' => $_GET['age'] ?? null]);
} elseif ($path === '/query' && $_SERVER['REQUEST_METHOD'] === 'QUERY') {
    echo json_encode(['value' => json_decode(file_get_contents('php://input'))]);
} elseif (str_starts_with($path, '/form/')) {
    echo json_encode(['value' => $_POST[basename($path)] ?? null]);
} elseif ($path === '/multipart') {
    $files = [];
    foreach ($_FILES as $field => $file) {
        if ($file['error'] === UPLOAD_ERR_OK) {
            $files[] = [$field, $file['name'], $file['type'], file_get_contents($file['tmp_name'])];
        }
    }
    echo json_encode(['value' => ['fields' => (object) $_POST, 'files' => $files]]);
} else {
    http_response_code(404);
}
